import type { components } from "./schema";

type Schemas = components["schemas"];

export type Channel = Schemas["ChannelOut"];
export type ChannelProvider = Schemas["ChannelProviderOut"];
export type PublicStream = Schemas["PublicStream"];
export type Watch = Schemas["Watch"];
export type Platform = Schemas["PlatformDescriptor"];
export type Invitation = Schemas["InvitationOut"];
export type AdminChannelDetails = Schemas["AdminChannelDetails"];
export type AdminChannel = Schemas["AdminChannelOut"];
export type AdminUser = Schemas["AdminUserOut"];
export type BackgroundJob = Schemas["JobOut"];
export type HealthCheck = Schemas["CheckOut"];
export type User = Schemas["UserOut"];
export type Notice = Schemas["NoticeOut"];
export type UserProvider = Schemas["UserProviderOut"];
export type ApiToken = Schemas["ApiTokenOut"];
export type NewApiToken = Schemas["NewApiToken"];
export type Permission = Schemas["Permission"];
export type ApiTokenBody = Schemas["ApiTokenIn"];
export type Session = Schemas["SessionOut"];
export type SystemBot = Schemas["SystemBotOut"];
