/** The chat without anything around it, in a window of its own: for staff to work in, for everybody else to read. */
export function openChatPopout(channelId: string): void {
  window.open(`/popout/channels/${channelId}/chat`, "_blank", "popup,width=420,height=800");
}
