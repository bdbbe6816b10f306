/** Numbers of a server, in the text format of Prometheus. */

/** Counts what happens. Labels come from closed sets (routes, tools, statuses), never from what callers send. */
export interface Metrics {
  request(what: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
    /** `undefined` for what is no workspace's: health, numbers, and what was refused before one was found. */
    readonly workspace: string | undefined;
  }): void;
  toolCall(what: { readonly workspace: string; readonly tool: string; readonly outcome: string }): void;
  /** The text, with the requests and calls of the workspaces that may be shown. */
  render(gauges: readonly Gauge[], isShown: (workspace: string) => boolean): string;
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
  const requests: Counter = new Map();
  const calls: Counter = new Map();
  const durations = new Map<string, Durations>();
  return {
    request({ workspace, method, route, status, seconds }) {
      increase(requests, { ...(workspace === undefined ? {} : { workspace }), method, route, status: String(status) });
      const key = labelText({ route });
      const each = durations.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      durations.set(key, each);
      each.sum += seconds;
      each.count++;
      for (const [at, bound] of bounds.entries())
        if (seconds <= bound) each.counts[at] = (each.counts[at] as number) + 1;
    },
    toolCall: ({ workspace, tool, outcome }) => increase(calls, { workspace, tool, outcome }),
    render: (gauges, isShown) =>
      [
        ...head("graphdown_http_requests_total", "counter", "Requests that were answered."),
        ...lines("graphdown_http_requests_total", requests, isShown),
        ...head("graphdown_http_request_duration_seconds", "histogram", "Time to the head of the answer."),
        ...[...durations].flatMap(([labels, each]) =>
          histogram("graphdown_http_request_duration_seconds", labels, each),
        ),
        ...head(
          "graphdown_tool_calls_total",
          "counter",
          "Calls of tools by outcome: done, partial or a code of an error.",
        ),
        ...lines("graphdown_tool_calls_total", calls, isShown),
        ...gauges.flatMap(({ name, help, values }) => [
          ...head(name, "gauge", help),
          ...values.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`),
        ]),
        "",
      ].join("\n"),
  };
}

/** Counts by the text of their labels. */
type Counter = Map<string, { readonly workspace: string | undefined; count: number }>;

function increase(counter: Counter, labels: Labels): void {
  const key = labelText(labels);
  const entry = counter.get(key);
  if (entry === undefined) counter.set(key, { workspace: labels["workspace"], count: 1 });
  else entry.count++;
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function lines(name: string, counter: Counter, isShown: (workspace: string) => boolean): readonly string[] {
  return [...counter]
    .filter(([, { workspace }]) => workspace === undefined || isShown(workspace))
    .map(([labels, { count }]) => `${name}{${labels}} ${count}`);
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
