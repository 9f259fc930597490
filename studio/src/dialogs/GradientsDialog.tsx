// The nodes under a Gradients block: real ops that the engine adds, listed in their order.
import { useEffect, useState } from "react";
import { unpackGradients } from "../actions/edit";
import { call } from "../api/client";
import type { Block, Wire } from "../api/types";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { Dialog } from "./Dialog";

interface Nodes {
  readonly blocks: Readonly<Record<string, Block>>;
  readonly wires: readonly Wire[];
  readonly outputs: readonly string[];
}

export function GradientsDialog({ block }: { readonly block: string }) {
  const [nodes, setNodes] = useState<Nodes | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    call<Nodes>("/api/gradients", { page: usePage.getState().page, block }).then(
      setNodes,
      (reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)),
    );
  }, [block]);
  const inputs = (name: string): string =>
    nodes?.wires
      .filter((wire) => wire.to === name && wire.output >= 0)
      .map((wire) => wire.from)
      .join(", ") ?? "";
  return (
    <Dialog title={`Nodes of ${block}`} className="gradients-dialog">
      {error !== null && <p className="problem">{error}</p>}
      {nodes && (
        <>
          <p className="hint">
            {Object.keys(nodes.blocks).length} nodes that the engine adds; they are made anew when something
            before them changes.
          </p>
          <div className="table-scroll">
            <table className="arguments">
              <thead>
                <tr>
                  <th scope="col">node</th>
                  <th scope="col">op</th>
                  <th scope="col">reads</th>
                  <th scope="col">gives</th>
                </tr>
              </thead>
              <tbody>
                {Object.values(nodes.blocks).map(({ name, op }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{op}</td>
                    <td>{inputs(name)}</td>
                    <td>
                      {nodes.outputs
                        .flatMap((o, i) => (o.startsWith(`${name}:`) ? [`gradient ${i}`] : []))
                        .join(", ")}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="buttons">
            <button
              type="button"
              onClick={() => {
                useUi.getState().show(null);
                void unpackGradients(block);
              }}
            >
              Unpack into blocks
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
