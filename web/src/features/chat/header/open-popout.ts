/** Opens the chat popout, which is read-only for users who are not staff. */
export function openChatPopout(channelId: string): void {
  window.open(`/popout/channels/${channelId}/chat`, "_blank", "popup,width=420,height=800");
}
