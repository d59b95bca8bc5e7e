/** Where what is said stands; people call it the text, whatever its field is called. */
const TEXT = /^(?:(?:responses|messages)\.\d+\.)?text$/;

/** What the server says of an entry ("responses.0.text: at 3: …") as people read it. */
export function problemLabel(problem: string): string {
  const at = problem.indexOf(": ");
  if (at < 0) return problem;
  const [field, words] = [problem.slice(0, at), problem.slice(at + 2)];
  return TEXT.test(field) ? `Text ${words}` : `${field.split(".")[0]?.replaceAll("_", " ")}: ${words}`;
}
