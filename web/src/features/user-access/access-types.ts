import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Member = Schemas["MemberOut"];
export type Invite = Schemas["InviteOut"];
export type NewInvite = Schemas["NewInviteOut"];
export type InviteBody = Schemas["InviteIn"];
export type AccessEndBody = Schemas["AccessEndIn"];
export type AccessEnds = AccessEndBody["access_ends"];
export type PresentMember = Schemas["PresentMemberOut"];
