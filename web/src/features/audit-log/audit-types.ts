import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type AuditRecord = Schemas["AuditRecord"];
export type AuditField = Schemas["AuditField"];
export type AuditPage = Schemas["AuditLog"];
export type AuditPerson = Schemas["AuditPerson"];
export type AuditSection = Schemas["AuditSection"];
export type UndoPreview = Schemas["UndoPreview"];
