import { connect, Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import { exportFormats } from "../../src/exports/graph-export.ts";
import { writeGraph } from "../../src/exports/write-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { graphOf, note } from "./note.ts";
import { readJsonld, readTurtle } from "./read-rdf.ts";

function sample(count: number): KnowledgeGraph {
  return graphOf(
    Array.from({ length: count }, (_, index) =>
      note(`f${index % 7}/${index}.md`, {
        title: `note ${index}`,
        headings: [[1, `part ${index}`]],
        links: [String((index * 3) % count), { target: String((index * 5) % count), relation: "supports" }],
        tags: [`t${index % 5}`],
      }),
    ),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("writeGraph", () => {
  it.each(exportFormats)("writes what exportGraph gives, for %s", async (format) => {
    const graph = sample(40);
    const chunks: string[] = [];
    const summary = await writeGraph({ graph, format, options: {}, sink: { write: (text) => void chunks.push(text) } });
    const { content, ...rest } = await exportGraph({ graph, format, options: { maximumCharacters: Infinity } });
    expect(chunks.join("")).toBe(content);
    expect(summary).toEqual(rest);
  });

  it("lets the first chunk go at once and waits for a slow sink", async () => {
    const graph = sample(3_000);
    const lengths: number[] = [];
    let writing = false;
    await writeGraph({
      graph,
      format: "turtle",
      sink: {
        async write(text) {
          expect(writing).toBe(false);
          writing = true;
          lengths.push(text.length);
          await new Promise((resolve) => setTimeout(resolve, 1));
          writing = false;
        },
      },
    });
    expect(lengths.length).toBeGreaterThan(5);
    expect(lengths[0]).toBeLessThan(10_000);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
  });

  it("holds no more than one chunk of 100,000 triples", async () => {
    const graph = sample(5_500);
    const largest: Record<string, number> = {};
    for (const format of ["nquads", "trig"]) {
      let most = 0;
      let lines = 0;
      const { tripleCount } = await writeGraph({
        graph,
        format,
        sink: {
          write(text) {
            most = Math.max(most, text.length);
            if (format === "nquads") lines += text.split("\n").length - 1;
          },
        },
      });
      expect(tripleCount).toBeGreaterThan(100_000);
      if (format === "nquads") expect(lines).toBe(tripleCount);
      largest[format] = most;
    }
    // A chunk is passed on as soon as it is 64 Ki characters long; the last statement in it is that of one subject.
    for (const most of Object.values(largest)) expect(most).toBeLessThan(64 * 1024 + 8_000);
  });

  it("tells what it is about before the first text, and waits", async () => {
    const order: string[] = [];
    await writeGraph({
      graph: sample(3),
      format: "turtle",
      onStart: async (cut) => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`start ${cut}`);
      },
      sink: { write: () => void order.push("text") },
    });
    expect(order[0]).toBe("start undefined");
    expect(order.slice(1)).not.toContain("start undefined");
    let cut: unknown;
    await writeGraph({
      graph: sample(800),
      format: "mermaid",
      onStart: (given) => {
        cut = given;
      },
      sink: { write: () => {} },
    });
    expect(cut).toEqual({ reason: "count" });
  });

  it("ends when it is told to, and when the sink fails", async () => {
    const graph = sample(3_000);
    const controller = new AbortController();
    const aborted = writeGraph({
      graph,
      format: "turtle",
      signal: controller.signal,
      sink: { write: () => controller.abort(new Error("enough")) },
    });
    await expect(aborted).rejects.toThrow("enough");
    const failing = writeGraph({
      graph,
      format: "jsonld",
      sink: {
        write() {
          throw new Error("disk full");
        },
      },
    });
    await expect(failing).rejects.toThrow("disk full");
  });

  it("fails before it writes anything when options are wrong", async () => {
    const sink = { write: vi.fn() };
    const graph = sample(2);
    await expect(writeGraph({ graph, format: "pdf", sink })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(writeGraph({ graph, format: "dot", options: { focus: "none.md" }, sink })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(writeGraph({ graph, format: "json", options: { maximumCharacters: 3 }, sink })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(sink.write).not.toHaveBeenCalled();
  });
});

describe("a bound", () => {
  it("cuts Turtle between subjects and JSON-LD between nodes, and says so", async () => {
    const graph = sample(30);
    const { content: turtle, tripleCount } = await exportGraph({ graph, format: "turtle" });
    const all = new Set(readTurtle(turtle));
    expect(all.size).toBe(tripleCount);
    for (const format of ["turtle", "jsonld"]) {
      const read = async (text: string): Promise<string[]> =>
        format === "turtle" ? readTurtle(text) : readJsonld(text);
      for (const maximumCharacters of [20, 500, 2_000, 4_500, 7_000, 12_000]) {
        const { content, cut, ...counts } = await exportGraph({ graph, format, options: { maximumCharacters } });
        expect(content.length).toBeLessThanOrEqual(maximumCharacters);
        expect(cut).toEqual({ reason: "characters" });
        expect(counts).toMatchObject({ documentCount: 30, tripleCount, nodeCount: graph.nodes.length });
        const triples = await read(content);
        expect(triples.every((triple) => all.has(triple))).toBe(true);
        if (maximumCharacters < 500) expect(triples).toEqual([]);
        if (maximumCharacters >= 4_500) expect(triples.length).toBeGreaterThan(5);
      }
    }
  });

  it("counts the whole selection wherever it cuts", async () => {
    const options = { directory: "f1" };
    const whole = await exportGraph({ graph: sample(60), format: "turtle", options });
    const cut = await exportGraph({
      graph: sample(60),
      format: "turtle",
      options: { ...options, maximumCharacters: 1_500 },
    });
    expect(cut.content.length).toBeLessThan(whole.content.length);
    expect(cut).toMatchObject({
      documentCount: 9,
      tripleCount: whole.tripleCount,
      nodeCount: whole.nodeCount,
      edgeCount: whole.edgeCount,
    });
    const { tripleCount } = await exportGraph({ graph: sample(60), format: "dot", options });
    expect(tripleCount).toBeGreaterThan(9 * 10);
  });

  it("is 200,000 characters by default, and none when it is infinite", async () => {
    const graph = sample(600);
    const bounded = await exportGraph({ graph, format: "json" });
    expect(bounded.content.length).toBeLessThanOrEqual(200_000);
    expect(bounded.content.length).toBeGreaterThan(195_000);
    expect(bounded.cut).toEqual({ reason: "characters" });
    const whole = await exportGraph({ graph, format: "json", options: { maximumCharacters: Infinity } });
    expect(whole.cut).toBeUndefined();
    expect(whole.content.length).toBeGreaterThan(200_000);
  });
});

describe("exports and readers", () => {
  it("make no connection", async () => {
    const opened = vi.spyOn(Socket.prototype, "connect").mockImplementation(() => {
      throw new Error("a connection was opened");
    });
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("something was fetched"));
    expect(() => connect(1)).toThrow("a connection was opened");
    opened.mockClear();
    const graph = graphOf([
      note("a.md", { title: "A", links: [{ target: "https://example.org/", external: true, lookup: "path" }] }),
    ]);
    for (const format of exportFormats) await exportGraph({ graph, format, options: { detail: "full" } });
    for (const form of ["compacted", "expanded", "flattened"] as const) {
      const { content } = await exportGraph({ graph, format: "jsonld", options: { form } });
      expect((await readJsonld(content)).length).toBeGreaterThan(5);
    }
    expect(opened).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });
});
