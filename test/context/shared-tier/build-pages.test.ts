import { describe, expect, it } from "vitest";
import { countPages, pageOf } from "../../../src/context/shared-tier/build-pages.ts";

describe("pages of a build", () => {
  it("are as many as the files need, and hold about as much each", () => {
    const sizes = (count: number, size: number): { size: number }[] => Array.from({ length: count }, () => ({ size }));
    expect([countPages([]), countPages(sizes(400, 1)), countPages(sizes(401, 1))]).toEqual([1, 1, 2]);
    expect([countPages(sizes(100, 1024 * 1024)), countPages(sizes(1_000_000, 1))]).toEqual([25, 512]);
    const counts = new Array(25).fill(0) as number[];
    for (let index = 0; index < 10_000; index++) {
      counts[pageOf(`notes/2024/daily-${String(index).padStart(5, "0")}.md`, 25)]!++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThan(500);
  });
});
