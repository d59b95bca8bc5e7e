import { useLocation, useNavigate } from "react-router";

/** Closes the editor of an item deleted from its row. */
export function useCloseIfOpen(list: string, id: string): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === `${list}/${id}`) void navigate(list, { replace: true, preventScrollReset: true });
  };
}
