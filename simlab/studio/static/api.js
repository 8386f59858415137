// Requests to the server of this page, and the answer that it streams.

// The id of this page, so that two tabs have a question each.
export const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

export class Refused extends Error {
  constructor(problems) {
    super(problems.map((problem) => problem.sentence).join(" "));
    this.problems = problems;
  }
}

export async function get(path) {
  return read(await fetch(path));
}

export async function send(path, content, method = "POST") {
  const headers = { "Content-Type": "application/json" };
  return read(await fetch(path, { method, headers, body: JSON.stringify({ page: PAGE, ...content }) }));
}

async function read(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.includes("json")) throw new Refused([{ key: "", is_rule: false, sentence: await response.text() }]);
  const content = await response.json();
  if (!response.ok) throw new Refused(content.problems);
  return content;
}

// Calls `seen` with each look that an address streams; returns a function that ends the stream.
export function stream(address, seen) {
  const source = new EventSource(address);
  source.onmessage = (event) => seen(JSON.parse(event.data));
  // a browser takes the end of a stream for a fault and would connect again
  source.addEventListener("end", () => source.close());
  return () => source.close();
}
