// The thumbnail of a result as an <img>: one byte a cell, coloured by a palette, diverging about zero for signed data.
import { useCallback } from "react";
import type { Summary } from "../api/types";
import { decodeBase64, encodeBmp } from "../look/bmp";
import { autoMap, autoWindow, palette, type Range } from "../look/colours";
import { toNumber } from "./format";

/** From the smallest to the largest value; null where there is no such thing to draw. */
export function rangeOf(summary: Summary): Range | null {
  const low = toNumber(summary.min);
  const high = toNumber(summary.max);
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null;
}

export function thumbnailBmp(summary: Summary): Uint8Array<ArrayBuffer> | null {
  const picture = summary.thumbnail;
  if (!picture) return null;
  const bytes = decodeBase64(picture.data);
  if (bytes.length !== picture.width * picture.height) return null;
  const range = rangeOf(summary) ?? { low: 0, high: 1 };
  const map = autoMap(range);
  return encodeBmp(picture.width, picture.height, bytes, palette(map, range, autoWindow(map, range)));
}

/** A ref for the <img>: the picture lives in memory as long as the element shows it. */
export function useThumbnail(summary: Summary): (image: HTMLImageElement | null) => (() => void) | undefined {
  return useCallback(
    (image) => {
      const file = thumbnailBmp(summary);
      if (!image || !file) return undefined;
      const url = URL.createObjectURL(new Blob([file], { type: "image/bmp" }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [summary],
  );
}
