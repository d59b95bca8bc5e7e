/** The title of the browser tab; React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Greenroom`}</title>;
}
