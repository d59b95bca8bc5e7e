import { useLocation, useNavigate } from "react-router";

/** Returns a function that closes the editor of an item if it is open, for a deletion from the row in the list. */
export function useCloseIfOpen(listPath: string, id: string): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === `${listPath}/${id}`) void navigate(listPath, { replace: true, preventScrollReset: true });
  };
}
