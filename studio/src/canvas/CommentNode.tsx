// A comment: text on the page, as large as it is pulled.
import { NodeResizer, type NodeProps } from "@xyflow/react";
import { memo } from "react";
import { setComment } from "../page/edits";
import { usePage } from "../store/page";
import type { CommentNode as CommentNodeType } from "./project";

export const CommentNode = memo(function CommentNode({ data, selected }: NodeProps<CommentNodeType>) {
  const { id, comment } = data;
  const edit = usePage((s) => s.edit);
  return (
    <div className="comment" data-testid={`comment-${id}`}>
      <NodeResizer isVisible={selected} minWidth={100} minHeight={40} />
      {selected ? (
        <textarea
          className="nodrag nowheel"
          aria-label="Text of the comment"
          value={comment.text}
          placeholder="Write here"
          onChange={(event) =>
            edit("Write comment", (page) => setComment(page, id, { text: event.target.value }), `type ${id}`)
          }
          onBlur={() => usePage.getState().endGesture()}
        />
      ) : (
        <p>{comment.text || "Empty comment"}</p>
      )}
    </div>
  );
});
