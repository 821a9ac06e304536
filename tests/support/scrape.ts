/** The metrics of a process: values by series, as `name{label="value"}`, and the names of the families. */
export async function scrapeMetrics(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const body = await response.text();
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
  const families = [...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name);
  return {
    body,
    families,
    names: new Set([...values.keys()].map((series) => series.split("{")[0] ?? "")),
    value: (series: string) => values.get(series),
  };
}
