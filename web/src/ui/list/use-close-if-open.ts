import { useLocation, useNavigate } from "react-router";

/** For what is deleted from its row: an editor that shows it goes with it. */
export function useCloseIfOpen(list: string, id: string): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === `${list}/${id}`) void navigate(list, { replace: true, preventScrollReset: true });
  };
}
