import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Webhook = Schemas["WebhookOut"];
export type WebhookBody = Schemas["WebhookIn"];
export type EventName = WebhookBody["events"][number];
export type NewWebhook = Schemas["NewWebhook"];
export type Delivery = Schemas["DeliveryOut"];
export type DeliveriesPage = Schemas["DeliveriesPage"];
export type TestResult = Schemas["WebhookTest"];
export type WebhooksChanged = Schemas["WebhooksChanged"];
