/** Where the boxes of a canvas lie. */

/** In units of a canvas, which are pixels before zooming; whole numbers. */
export interface CanvasBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A group and the boxes in it. */
export interface PlacedGroup {
  readonly box: CanvasBox;
  readonly members: readonly CanvasBox[];
}

const width = 280;
const height = 80;
const gap = 40;

/** Groups are put side by side into rows that are about as wide as all of them together would be high. */
const widerThanHigh = 1.5;

/** Lays groups of so many boxes out, in their order: boxes in a square, groups in rows. None covers another. Linear. */
export function canvasLayout(counts: readonly number[]): PlacedGroup[] {
  const sizes = counts.map((count) => {
    const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
    const rows = Math.max(1, Math.ceil(count / columns));
    return { columns, width: columns * (width + gap) + gap, height: rows * (height + gap) + gap };
  });
  let area = 0;
  for (const size of sizes) area += (size.width + gap) * (size.height + gap);
  const rowWidth = Math.sqrt(area) * widerThanHigh;
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  return sizes.map((size, group) => {
    if (x > 0 && x + size.width > rowWidth) {
      x = 0;
      y += rowHeight + gap;
      rowHeight = 0;
    }
    const box = { x, y, width: size.width, height: size.height };
    x += size.width + gap;
    rowHeight = Math.max(rowHeight, size.height);
    const members = Array.from({ length: counts[group] as number }, (_, index) => ({
      x: box.x + gap + (index % size.columns) * (width + gap),
      y: box.y + gap + Math.floor(index / size.columns) * (height + gap),
      width,
      height,
    }));
    return { box, members };
  });
}
