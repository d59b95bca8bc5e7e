import type { Media } from "./media-types";

/** Factory of an uploaded file for tests. */
export function media(id: string, overrides: Partial<Media> = {}): Media {
  return {
    id,
    name: `File ${id}`,
    kind: "image",
    content_type: "image/png",
    size_bytes: 2048,
    width: 400,
    height: 300,
    duration_ms: null,
    path: `/media/${id}`,
    thumbnail_path: `/media/${id}/thumbnail`,
    used_by: [],
    created_at: "2025-03-04T12:00:00Z",
    created_by: "Juniper",
    ...overrides,
  };
}

export function sound(id: string, overrides: Partial<Media> = {}): Media {
  const facts = { width: null, height: null, duration_ms: 2400, thumbnail_path: null };
  return media(id, { kind: "sound", content_type: "audio/wav", ...facts, ...overrides });
}
