/** Numbers of a server, in the text format of Prometheus. */

/** Counts what happens. Labels come from closed sets (routes, tools, statuses), never from what callers send. */
export interface Metrics {
  request(what: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  toolCall(tool: string, outcome: string): void;
  render(gauges: readonly Gauge[]): string;
}

/** A number that is asked for when the text is made. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Labels; readonly value: number }[];
}

type Labels = Readonly<Record<string, string>>;

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30];

interface Durations {
  readonly counts: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const calls = new Map<string, number>();
  const durations = new Map<string, Durations>();
  return {
    request({ method, route, status, seconds }) {
      increase(requests, labelText({ method, route, status: String(status) }));
      const key = labelText({ route });
      const each = durations.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      durations.set(key, each);
      each.sum += seconds;
      each.count++;
      for (const [at, bound] of bounds.entries())
        if (seconds <= bound) each.counts[at] = (each.counts[at] as number) + 1;
    },
    toolCall: (tool, outcome) => increase(calls, labelText({ tool, outcome })),
    render: (gauges) =>
      [
        ...head("graphdown_http_requests_total", "counter", "Requests that were answered."),
        ...lines("graphdown_http_requests_total", requests),
        ...head("graphdown_http_request_duration_seconds", "histogram", "Time to the head of the answer."),
        ...[...durations].flatMap(([labels, each]) =>
          histogram("graphdown_http_request_duration_seconds", labels, each),
        ),
        ...head(
          "graphdown_tool_calls_total",
          "counter",
          "Calls of tools by outcome: done, partial or a code of an error.",
        ),
        ...lines("graphdown_tool_calls_total", calls),
        ...gauges.flatMap(({ name, help, values }) => [
          ...head(name, "gauge", help),
          ...values.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`),
        ]),
        "",
      ].join("\n"),
  };
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function lines(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return Array.from(counts, ([labels, count]) => `${name}{${labels}} ${count}`);
}

function histogram(name: string, labels: string, { counts, sum, count }: Durations): readonly string[] {
  return [
    ...bounds.map((bound, at) => `${name}_bucket{${labels},le="${bound}"} ${counts[at]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`,
    )
    .join(",");
}
