// The two pictures of a tensor: one plane with axes to choose, and the three planes of a volume through one point.
import { sizeOf, volumeAxes } from "./axes";
import { AxisPickers, AxisSliders, ReadOut } from "./Controls";
import { Plane } from "./Plane";
import type { Look } from "./store";

export function HeatMap({ look }: { readonly look: Look }) {
  const { rows, columns } = look.axes;
  const { shape } = look.summary;
  const through = shape.findIndex((size, axis) => size > 1 && axis !== rows && axis !== columns);
  const sizes = `${sizeOf(shape, rows)} × ${sizeOf(shape, columns)}`;
  const named = rows < 0 ? `axis ${columns}` : `axis ${rows} down, axis ${columns} across`;
  return (
    <>
      <AxisPickers look={look} />
      <Plane
        look={look}
        axes={look.axes}
        label={columns < 0 ? "one value" : `${sizes}: ${named}`}
        tallest={360}
        legible={8}
        through={through < 0 ? undefined : through}
      />
      <AxisSliders look={look} without={[rows, columns]} />
      <ReadOut look={look} />
    </>
  );
}

/** All three at one scale, so that the cross-hair runs on from plane to plane. */
export function VolumePlanes({ look }: { readonly look: Look }) {
  const { shape } = look.summary;
  const volume = volumeAxes(shape);
  if (!volume) return <p className="empty">Three planes need three axes that are longer than 1.</p>;
  const [d, h, w] = volume;
  const plane = (rows: number, columns: number, through: number) => (
    <Plane
      look={look}
      axes={{ rows, columns }}
      label={`axis ${through} at ${look.index[through] ?? 0}`}
      tallest={Infinity}
      legible={4}
      through={through}
    />
  );
  // The fourth corner takes the value where it is wide enough to read it.
  const corner = sizeOf(shape, d) * 2 >= sizeOf(shape, w);
  const columns = `minmax(0, ${sizeOf(shape, w)}fr) minmax(0, ${sizeOf(shape, d)}fr)`;
  return (
    <>
      <div className="planes" style={{ gridTemplateColumns: columns }}>
        {plane(h, w, d)}
        {plane(h, d, w)}
        {plane(d, w, h)}
        {corner && <ReadOut look={look} />}
      </div>
      <AxisSliders look={look} without={[]} />
      {!corner && <ReadOut look={look} />}
    </>
  );
}
