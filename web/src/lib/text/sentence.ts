/** A full sentence from a field error: "must be a path" becomes "The name must be a path." */
export function asSentence(subject: string, message: string): string {
  const isFragment = /^[a-z]/.test(message);
  const text = isFragment ? `${subject} ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
