/** Opens the chat popout, which moderators can work in and other viewers can read. */
export function openChatPopout(channelId: string): void {
  window.open(`/popout/channels/${channelId}/chat`, "_blank", "popup,width=420,height=800");
}
