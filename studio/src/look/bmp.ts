// A picture of bytes as a BMP file with a palette: no encoder is needed, and an <img> in a block costs the page far
// less than a <canvas> would (each of those becomes a layer of its own).

const fileHeader = 14;
const infoHeader = 40;
const paletteBytes = 256 * 4;

/** An 8-bit BMP of `width` × `height` bytes in row-major order, top row first; `rgba` has 256 colours. */
export function encodeBmp(width: number, height: number, bytes: Uint8Array, rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  if (bytes.length !== width * height)
    throw new RangeError(`A picture of ${width} × ${height} needs ${width * height} bytes, ${bytes.length} came.`);
  const stride = (width + 3) & ~3; // rows end at a multiple of four
  const start = fileHeader + infoHeader + paletteBytes;
  const file = new Uint8Array(start + stride * height);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x424d); // "BM"
  view.setUint32(2, file.length, true);
  view.setUint32(10, start, true);
  view.setUint32(14, infoHeader, true);
  view.setInt32(18, width, true);
  view.setInt32(22, -height, true); // negative: the top row comes first
  view.setUint16(26, 1, true); // planes
  view.setUint16(28, 8, true); // bits a pixel
  view.setUint32(34, stride * height, true);
  view.setUint32(46, 256, true); // colours
  for (let i = 0; i < 256; ++i) {
    const to = fileHeader + infoHeader + 4 * i;
    file[to] = rgba[4 * i + 2] ?? 0; // blue, green, red, unused
    file[to + 1] = rgba[4 * i + 1] ?? 0;
    file[to + 2] = rgba[4 * i] ?? 0;
  }
  for (let row = 0; row < height; ++row)
    file.set(bytes.subarray(row * width, (row + 1) * width), start + row * stride);
  return file;
}

/** The bytes behind a base64 text; empty where it is none. */
export function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
