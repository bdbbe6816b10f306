/** Times whole processes, interleaved, so that a machine that slows down slows every command alike. */
import { spawnSync } from "node:child_process";

export interface Measured {
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
  readonly median: number;
  readonly minimum: number;
  /** What the last run printed. */
  readonly output: string;
}

/** Runs each command once unmeasured and then `runs` times in turn; a command that fails ends the benchmark. */
export function measureProcesses(
  commands: Readonly<Record<string, readonly string[]>>,
  runs: number,
): ReadonlyMap<string, Measured> {
  const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
  const outputs = new Map<string, string>();
  for (let run = -1; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const started = performance.now();
      const result = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 30 });
      const time = performance.now() - started;
      if (result.status !== 0) throw new Error(`${name} failed (${result.status}): ${result.stderr}`);
      outputs.set(name, result.stdout);
      if (run >= 0) (times.get(name) as number[]).push(time);
    }
  }
  return new Map(
    [...times].map(([name, list]) => {
      const sorted = list.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] as number;
      return [name, { times: sorted, median, minimum: sorted[0] as number, output: outputs.get(name) as string }];
    }),
  );
}
