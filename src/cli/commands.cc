// What each command is called and what its help says.
#include "cli/command.h"

namespace voxgrad::cli {
namespace {

constexpr char kLine[] =
    "A LINE names a problem: op, type, layout, shape of the input in that layout, then in any order\n"
    "  k3 | k1x3x3    window                       o16  output channels of a convolution\n"
    "  s2 | s1x2x2    strides                      g2   groups of a convolution\n"
    "  d2             dilations                    kc4 sc4  window and stride over the channels (MaxPool)\n"
    "  same | valid | pad1.0x2.1                   padding: before.after for each axis\n"
    "  in=f32         type of orig_input, where it may differ (MaxPool3DGrad)\n"
    "  seed7          which random values; eighths (the default) | real | special, of which kind\n"
    "Types: f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64. Layouts: nhwc nchw ndhwc ncdhw.\n";

constexpr char kOp[] =
    "Tensors are typed as 1,2,3 or {{1,2},{3,4}}, with a type as half:1,2,3, with a shape as\n"
    "float[2,2]:1,2,3,4; float[2,2] alone counts 1, 2, 3, … A value @file.npy is read from that file.\n"
    "\n"
    "  -o FILE   write the result as .npy instead of printing it; once for each result, in order\n"
    "  --all     print every value, however many\n"
    "\n"
    "  vox op AvgPool 'value=float[1,4,4,1]' ksize=1,2,2,1 strides=1,2,2,1 padding=VALID\n"
    "  vox op MaxPool input=@image.npy ksize=1,3,3,1 strides=1,2,2,1 padding=SAME -o pooled.npy\n"
    "  vox op Conv3D 'input=half[1,4,4,4,2]' 'filter=half[2,2,2,2,3]' strides=1,1,1,1,1 padding=SAME\n"
    "\n"
    "vox ops NAME shows the arguments of an op, and an example to start from.\n";

constexpr char kRun[] =
    "A page is a GraphDef, as text or binary. Without --fetch what its session names is evaluated, or, where "
    "it names\n"
    "nothing and there is no --target, every node that no other reads. What is marked _init runs once before "
    "the first\n"
    "step; variables keep their values from step to step. docs/pages.md says more.\n"
    "\n"
    "  --feed x=VALUE  a value for an output: 1,2,3 or float[2,2]:1,2,3,4 or @x.npy; any number of times\n"
    "  --fetch y       what to evaluate: y or y:1; any number of times\n"
    "  --target NODE   a node to run without showing it; any number of times\n"
    "  --init NODE     a node to run once before the first step; any number of times\n"
    "  --steps N       run so many times; the results are those of the last step\n"
    "  --seed S        for random values of the page that name no seed (0)\n"
    "  --out FOLDER    write each result there as .npy instead of printing it\n"
    "  --json          print one object: {\"y:0\": {\"dtype\": \"float32\", \"shape\": [1,2], \"data\": "
    "[1,2]}}\n"
    "  --all           print every value, however many\n"
    "  --trace FILE    write the time of every node, for chrome://tracing or ui.perfetto.dev\n";

constexpr char kCheck[] =
    "Prints every problem with the name of its node, and which nodes TensorFlow could not load. The exit "
    "status is 1\n"
    "when there are problems.\n"
    "\n"
    "  --shapes   print the type and shape of every output too\n";

constexpr char kConvert[] =
    "The new page is binary when its name ends in .pb, else text. Values of more than 1 MB go to files "
    "beside "
    "it,\n"
    "PAGE.data/NODE.npy.\n"
    "\n"
    "  --embed   put all values into the page, those of files and recipes too\n";

constexpr char kExport[] =
    "The program builds the same graph node by node, runs it, and prints what vox run prints. Short values "
    "stand in it,\n"
    "long ones go to files beside it, PROGRAM.data/NODE.npy; a placeholder that nothing feeds is read from "
    "such a\n"
    "file, which you put there.\n"
    "\n"
    "  --cpp       for TensorFlow's C++ API: c++ program.cc $(./vox config --tensorflow --cflags --libs)\n"
    "  --python    for voxgrad.Graph\n"
    "  --dot       the graph for Graphviz, with types and shapes on the edges\n"
    "  --graphdef  the plain graph: all values in it, none of the attributes that begin with _\n"
    "  -o FILE     write it there instead of printing it; a GraphDef is binary when FILE ends in .pb\n"
    "\n"
    "--feed, --fetch, --target, --init, --steps and --seed say what the program does, as for vox run.\n";

constexpr char kTry[] =
    "Without a flag the op runs once on random values; the result is summed up, with who computed it.\n"
    "\n"
    "  --check   every implementation that takes the problem against the reference, on 1, 2 and 5 threads, "
    "as a\n"
    "            whole and cut into small pieces; for floating types also the gradient, in double, against "
    "finite\n"
    "            differences\n"
    "  --time    the time of every implementation that takes the problem\n"
    "  -         lines from standard input;  @FILE  lines from a file. # starts a comment.\n"
    "\n";

constexpr char kFuzz[] =
    "Good calls must give the reference's result; bad ones must be refused with a sentence or answered "
    "rightly;\n"
    "none may crash, run for more than 10 s or take more than 1 GiB. Whatever fails is printed as the "
    "command that\n"
    "reproduces it, and the exit status is 1.\n"
    "\n"
    "  --op NAME     that op alone\n"
    "  --seconds N   how long (10)\n"
    "  --seed S      the same calls again; without it the clock's\n"
    "  --calls N     stop after so many calls\n"
    "  --only N      call number N of that seed alone\n"
    "\n"
    "vox fuzz page makes pages instead: random nodes, damaged text, damaged bytes.\n";

constexpr char kBench[] =
    "Gradients of known networks, in float and bfloat16, both layouts. A ceiling is the time in which this\n"
    "machine, on all threads, moves the bytes that must move at least, or multiplies at its peak rate:\n"
    "whichever takes longer.\n"
    "FILTERs are regular expressions, all of which must be found in \"name op type layout\".\n"
    "\n"
    "  --peers       TensorFlow and PyTorch on the same work in the same run (./vox installs them)\n"
    "  --quick       fewer repetitions\n"
    "  --threads N   one a core without it\n"
    "  --runs N      all of it so often; each row is then that of the run in the middle\n"
    "  --json FILE   everything, as JSON\n"
    "  --write-docs  fill the page of docs that has the numbers, and its picture\n"
    "\n"
    "  forward    the convolutions themselves\n"
    "  filter     their gradients with respect to the filter\n"
    "  pooling    averages and maxima themselves\n"
    "  scaling    cost of an element from 16³ to 512³, on one thread and on all\n"
    "  overhead   what a call on tiny tensors costs\n"
    "  memory     work space and first call of each workload; memory forward and memory filter likewise\n"
    "  sweeps     element-wise ops, sums and softmax against the memory's speed\n"
    "  matmul     products of matrices beside NumPy's OpenBLAS and PyTorch: GFLOP/s and what they are of "
    "ours\n"
    "  unet       a training step of a U-Net, beside PyTorch's, and where its time goes\n";

constexpr char kSupport[] =
    "Every cell is run: a small problem in each type, layout and padding, with strides, dilations and "
    "groups, each\n"
    "implementation against the reference on 1, 2 and 5 threads. The exit status is 1 when a cell is empty.\n"
    "\n"
    "  --markdown   for documents\n"
    "  --json       every cell with the line that was run\n";

constexpr char kStudio[] =
    "Serves the editor on this machine alone, until Ctrl-C, and prints the address. Pages are those of "
    "FOLDER "
    "(here)\n"
    "and below it, and nothing else can be opened; a PAGE that does not exist is made when it is saved. Who "
    "has the\n"
    "address can do all that the editor can, so keep what stands behind its #.\n"
    "\n"
    "  --port N       7421 without it, or the next that is free; 0 is any\n"
    "  --no-browser   only print the address\n";

constexpr char kOps[] =
    "Without NAME a list; with it all about that op: arguments, types, example.\n"
    "\n"
    "  --json   the op table, from which headers, stubs and documents are written\n";

}  // namespace

const std::vector<Command>& Commands() {
  static const std::string try_details = std::string(kTry) + kLine;
  static const std::vector<Command> commands = {
      {"ops", "vox ops [NAME] [--json]", "List the ops, or show one.", "vox ops AvgPool3DGrad", kOps, Ops},
      {"op", "vox op NAME arg=VALUE arg=@file.npy … [-o out.npy] [--all]", "Run one op.",
       "vox op MaxPool input=@a.npy ksize=1,2,2,1 strides=1,2,2,1 padding=SAME", kOp, RunOp},
      {"run",
       "vox run PAGE [--feed x=VALUE] [--fetch y] [--target NODE] [--init NODE] [--steps N] [--seed S] "
       "[--out FOLDER|--json] [--all] [--trace FILE]",
       "Evaluate a page.", "vox run page.pbtxt --feed x=@x.npy --fetch y", kRun, RunPage},
      {"check", "vox check PAGE [--shapes]", "What is wrong with a page.", "vox check page.pbtxt", kCheck,
       CheckPage},
      {"convert", "vox convert PAGE NEW_PAGE [--embed]", "A page as text or binary.",
       "vox convert page.pb page.pbtxt", kConvert, ConvertPage},
      {"export",
       "vox export PAGE --cpp|--python|--dot|--graphdef [-o FILE] [--feed x=VALUE] [--fetch y] [--target "
       "NODE] "
       "[--init NODE] [--steps N] [--seed S]",
       "A page as a program.", "vox export page.pbtxt --python -o page.py", kExport, ExportPage},
      {"explain", "vox explain LINE", "Spell a problem out; who runs it.",
       "vox explain AvgPool3DGrad f32 ndhwc 1x16x16x16x8 k3 s1 same", kLine, Explain},
      {"try", "vox try LINE|-|@FILE [--check|--time]", "Run a problem, check it, time it.",
       "vox try MaxPool f32 nhwc 8x64x64x32 k2 s2 valid --check", try_details.c_str(), Try},
      {"support", "vox support [--markdown|--json]", "What works, found out by running it.",
       "vox support --markdown", kSupport, Support},
      {"fuzz", "vox fuzz [page] [--op NAME] [--seconds N] [--seed S] [--calls N] [--only N]",
       "Good and bad calls of every op; pages.", "vox fuzz --seconds 60", kFuzz, Fuzz},
      {"bench",
       "vox bench [forward|filter|scaling|overhead|memory|sweeps|matmul|unet] [FILTER …] [--peers] [--quick] "
       "[--threads N] [--json "
       "FILE]",
       "How fast it is, and could be.", "vox bench avg333 f32", kBench, Bench},
      {"studio", "vox studio [FOLDER|PAGE] [--port N] [--no-browser]",
       "Open the block editor in the browser.", "vox studio page.pbtxt", kStudio, OpenStudio},
      {"test", "vox test", "Run all tests.", "./vox test", "", nullptr},
      {"python", "vox python", "A Python that has voxgrad.", "./vox python -c 'import voxgrad'", "", nullptr},
      {"config", "vox config", "Flags for compiling against the library.", "./vox config --cflags --libs", "",
       nullptr},
  };
  return commands;
}

}  // namespace voxgrad::cli
