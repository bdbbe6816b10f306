/** Times whole processes, interleaved, so that a machine that slows down slows every command alike. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Measured {
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
  readonly median: number;
  readonly minimum: number;
  /** Resident memory at most, in MiB, in a run of its own that is not timed; `NaN` where the program ends without saying. */
  readonly peakMemory: number;
  /** What the last run printed. */
  readonly output: string;
}

const peakMemory = fileURLToPath(new URL("peak-memory.js", import.meta.url));

/**
 * Runs each command (arguments of the runtime) once unmeasured and then `runs` times in turn; a command that fails ends the benchmark. A
 * list of commands is run one after the other and counts as one.
 */
export function measureProcesses(
  commands: Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>,
  runs: number,
): ReadonlyMap<string, Measured> {
  const names = Object.keys(commands);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  const peaks = new Map<string, number>();
  const outputs = new Map<string, string>();
  for (let run = -1; run < runs; run++) {
    for (const [name, command] of Object.entries(commands)) {
      const started = performance.now();
      let peak = 0;
      for (const args of stepsOf(command)) {
        const { stdout, stderr } = runNode(name, run < 0 ? ["--import", peakMemory, ...args] : args);
        outputs.set(name, stdout);
        peak = Math.max(peak, Number(/peak memory (\d+) KiB\n$/.exec(stderr)?.[1] ?? Number.NaN) / 1024);
      }
      if (run < 0) peaks.set(name, peak);
      else (times.get(name) as number[]).push(performance.now() - started);
    }
  }
  return new Map(
    [...times].map(([name, list]) => {
      const sorted = list.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] as number;
      const [minimum, output] = [sorted[0] as number, outputs.get(name) as string];
      return [name, { times: sorted, median, minimum, output, peakMemory: peaks.get(name) as number }];
    }),
  );
}

function stepsOf(command: readonly string[] | readonly (readonly string[])[]): readonly (readonly string[])[] {
  return typeof command[0] === "string" ? [command as readonly string[]] : (command as readonly (readonly string[])[]);
}

function runNode(name: string, args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const result = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`${name} failed (${result.status}): ${result.stderr}`);
  return result;
}
