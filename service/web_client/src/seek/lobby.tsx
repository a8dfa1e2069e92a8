/** The part of the lobby about seeks. It loads their list only if someone waits. */

import { useAccount } from "../account";
import { later } from "../components";
import { useSeeks } from "./live";

const OpenSeeks = later(async () => (await import("./list")).OpenSeeks);

/** Show who waits for opponents. A search of this page has notices of its own. */
export function Seeks({ titles }: { titles: Map<string, string> }) {
  const account = useAccount();
  const listed = useSeeks(account.key, account.isKnown);
  return listed?.waiting_seeks.length ? <OpenSeeks listed={listed} titles={titles} account={account} /> : null;
}
