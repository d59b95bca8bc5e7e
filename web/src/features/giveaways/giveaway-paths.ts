const SIZE = "popup,width=560,height=560";

/** Path of the public page, which needs no sign-in. */
export function publicPath(channelId: string, giveawayId: string): string {
  return `/c/${channelId}/giveaways/${giveawayId}`;
}

export function openGiveawayPopout(channelId: string, giveawayId: string): void {
  window.open(`/popout/channels/${channelId}/giveaways/${giveawayId}`, "_blank", SIZE);
}
