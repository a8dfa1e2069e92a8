/** The form with which the organiser adds guests from a list, players and computers. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import { offeredLevels } from "../levels";
import type { Answer } from "../routes";
import type { Failure } from "../types";
import { Lines } from "./fields";
import { type ListedEntrant, readNames } from "./namelist";
import type { PageProps } from "./page";
import { MOST_ENTRANTS } from "./plan";

type Line = Answer<"POST /tournaments/{tournament}/entrants:batch">["lines"][number];
/** A line that was not added, and why. */
type Rejected = { name: string; reason: string };
export type Report = { added: number; rejected: Rejected[] };

/** Most lines in one request. */
const AT_ONCE = 200;
const NAMES = "names";

export function Adding(props: PageProps) {
  const { texts, data } = props;
  const sizes = data.tournament.stages.map(({ table_size = 2 }) => table_size);
  const [who, setWho] = useState(NAMES);
  return (
    <div class="stack cup-add">
      <label class="field">
        <span>{t("player_kind")}</span>
        <select value={who} onChange={(event) => setWho(event.currentTarget.value)}>
          <option value={NAMES}>{t("guests_by_name")}</option>
          {offeredLevels(texts.ruleset, sizes).map((level) => (
            <option key={level} value={level}>
              {t("kind_ai")}
              {": "}
              {texts.name("level", level)}
            </option>
          ))}
        </select>
      </label>
      {who === NAMES ? <NameList {...props} /> : <Level {...props} key={who} level={who} />}
    </div>
  );
}

/** Names of guests, one a line; a line with the ID of a player adds this player. */
function NameList({ data: { tournament }, account: { key: token } }: PageProps) {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<Report>();
  const [problem, setProblem] = useState<Failure>();
  const lines = readNames(text);
  const isTooLong = lines.length > MOST_ENTRANTS;
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    await addAll(tournament.tournament, lines, token).then(
      (result) => {
        setReport(result);
        setText("");
      },
      (error) => setProblem(problemOf(error)),
    );
    setBusy(false);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Lines label={t("names_list")} rows={4} value={text} change={setText} note={t("names_list_note")} />
      <p class="row">
        <button type="submit" class="primary" disabled={isBusy || !lines.length || isTooLong}>
          {t("add_count", { count: lines.length })}
        </button>
        {isTooLong ? <span role="alert">{t("list_too_long", { most: MOST_ENTRANTS })}</span> : null}
      </p>
      <ErrorMessage problem={problem} />
      {report ? <Reported {...report} /> : null}
    </form>
  );
}

/** Send a list in parts of the size that the service takes. */
export async function addAll(tournament: string, lines: ListedEntrant[], token?: string): Promise<Report> {
  const report: Report = { added: 0, rejected: [] };
  for (let first = 0; first < lines.length; first += AT_ONCE) {
    const entrants = lines.slice(first, first + AT_ONCE);
    const route = "POST /tournaments/{tournament}/entrants:batch";
    const { lines: results } = await call(route, { tournament, body: { entrants } }, { token });
    report.added += results.filter(({ entrant }) => entrant).length;
    report.rejected.push(...results.flatMap((result, at) => rejectedOf(result, entrants[at])));
  }
  return report;
}

function rejectedOf({ problem }: Line, { name = "", player = "" }: ListedEntrant): Rejected[] {
  if (!problem) return [];
  const reason = problem.code === "invalid_request" ? t("name_not_allowed") : problem.title;
  return [{ name: name || player, reason }];
}

export function Reported({ added, rejected }: Report) {
  return (
    <div role="status">
      <p>{t("added_count", { count: added })}</p>
      {rejected.length ? (
        <>
          <p>{t("rejected_lines")}</p>
          <ul class="cup-rejected">
            {rejected.map(({ name, reason }, at) => (
              <li key={`${at}-${name}`}>
                <strong>
                  <bdi>{isolateRtl(name)}</bdi>
                </strong>
                {": "}
                {reason}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** A computer of one strength, with a name. */
function Level({
  data: { tournament, entrants },
  account: { key: token },
  texts,
  level,
}: PageProps & { level: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    const count = entrants.filter((each) => each.level === level).length;
    const body = { level, name: name.trim() || `${texts.name("level", level)} ${count + 1}` };
    const given = { tournament: tournament.tournament, body };
    await call("POST /tournaments/{tournament}/entrants", given, { token }).then(
      () => setName(""),
      (error) => setProblem(problemOf(error)),
    );
  };
  return (
    <form class="row bottom" onSubmit={submit}>
      <label class="field">
        <span>{t("name_may")}</span>
        <input value={name} maxlength={64} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit">{t("add_entrant")}</button>
      <ErrorMessage problem={problem} />
    </form>
  );
}
