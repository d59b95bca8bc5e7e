import type { Page } from "@playwright/test";
import type { Session } from "./session.ts";

/** A picture of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A video of one second with 16 × 16 pixels, without sound. */
export const WEBM = Buffer.from(
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZ0CTFUmpZpYq17GDD0JARImERHoAAE2AgXhXQYF4FlSua5uumdeB" +
    "AXPFgQGDgQGGhVZfVlA44IawgRC6gRAfQ7Z10+eBAKOmgQAAgHABAJ0BKhAAEAAHQJYloAJ0AgeAAP3Fawfjf6tfJkOAAACjpoEDwIBw" +
    "AQCdASoQABAAB0CWJaACdAIHgAD9xWsH43+rXyZDgAAA",
  "base64",
);

const SAMPLES_PER_SECOND = 8_000;

/** A WAV file of silence, with one byte for each sample. */
export function wav(seconds: number): Buffer {
  const samples = seconds * SAMPLES_PER_SECOND;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  // PCM, one channel.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

/** Uploads a file to the channel's media; returns its path, as settings refer to it. */
export async function uploadMedia(page: Page, juno: Session, channelId: string, name: string, data: Buffer) {
  const headers = { authorization: `Bearer ${juno.token}`, "content-type": "application/octet-stream" };
  const path = `/api/2/channels/${channelId}/media?name=${name}`;
  const response = await page.request.post(path, { headers, data });
  const { id } = (await response.json()) as { id: string };
  return `/media/${id}`;
}
