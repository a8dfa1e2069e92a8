/** "How to play" of a game: a page with a table of contents, and the same chapters in a dialog beside a game. */

import { useEffect, useState } from "preact/hooks";
import { call } from "./api";
import { ErrorMessage, Loading, later, useFetch, useTitle } from "./components";
import { LearnLink, Picture } from "./help";
import { Blocks } from "./howtoblocks";
import { screenText as t } from "./i18n";
import { Help, Paragraph } from "./ruletexts";
import type { HowToPlay, Ruleset } from "./types";

const Rules = later(async () => (await import("./rules")).RulesScreen);

/** Where the table of contents stands beside the text, as in `howto.css`. Elsewhere a tap opens it. */
const BESIDE = "(min-width: 60rem)";

type Shown = { page: HowToPlay; ruleset: Ruleset };

function useHowToPlay(ruleset: string) {
  return useFetch<Shown>(async () => {
    const [page, found] = await Promise.all([
      call("GET /rulesets/{ruleset}/how-to-play", { ruleset }),
      call("GET /rulesets/{ruleset}", { ruleset }),
    ]);
    return { page, ruleset: found };
  }, [ruleset]);
}

/** The page of a game; a game without one shows its rules. `chapter`: to which the URL leads. */
export function HowToScreen({ ruleset: name, chapter }: { ruleset: string; chapter: string }) {
  const { value, problem } = useHowToPlay(name);
  useTitle(value?.ruleset.title ?? t("how_to_play"));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!value) return <Loading label={t("loading")} />;
  if (!value.page.chapters.length) return <Rules ruleset={name} paragraph="" />;
  return <HowToPage {...value} chapter={chapter} />;
}

function HowToPage({ page, ruleset, chapter }: Shown & { chapter: string }) {
  const { ruleset: name } = ruleset;
  useEffect(() => {
    if (chapter) goTo(chapter);
  }, [chapter]);
  return (
    <article class="howto-page">
      <header class="howto-head">
        <Picture ruleset={name} picture={ruleset.picture} />
        <h1>{page.title}</h1>
      </header>
      <p class="row howto-ways">
        <LearnLink {...ruleset} kind="primary" />
        <a class="button quiet" href={`#/new/${name}`}>
          {t("new_game")}
        </a>
        <a class="button quiet" href={`#/rules/${name}`}>
          {t("all_rules")}
        </a>
      </p>
      <Contents page={page} href={(id) => `#/how-to-play/${name}/${id}`} />
      <div class="howto">
        <Chapters page={page} ruleset={ruleset} level={2} />
      </div>
    </article>
  );
}

/** The chapters for a dialog: the URL stays that of the game. A game without them shows its help card. */
export function HowToCard({ ruleset }: { ruleset: string }) {
  const { value, problem } = useHowToPlay(ruleset);
  if (problem) return <ErrorMessage problem={problem} />;
  if (!value) return <Loading label={t("loading")} />;
  if (!value.page.chapters.length) return <Help ruleset={ruleset} />;
  return (
    <div class="howto in-dialog">
      <Contents page={value.page} />
      <Chapters {...value} level={3} />
    </div>
  );
}

/** `href`: of a chapter. Without it, a click only scrolls. */
type ContentsProps = { page: HowToPlay; href?: (chapter: string) => string };

function Contents({ page, href }: ContentsProps) {
  return (
    <nav class="howto-contents" aria-label={t("contents")}>
      <details open={matchMedia(BESIDE).matches && Boolean(href)}>
        <summary>{t("contents")}</summary>
        <ol>
          {page.chapters.map(({ id, title }) => (
            <li key={id}>
              {href ? (
                <a href={href(id)} onClick={() => goTo(id)}>
                  {title}
                </a>
              ) : (
                <button type="button" class="link" onClick={() => goTo(id)}>
                  {title}
                </button>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** `level`: of the headings of chapters. */
function Chapters({ page, ruleset, level }: Shown & { level: 2 | 3 }) {
  const [cited, cite] = useState("");
  const shared = { page, ruleset, cite, level };
  const Title = `h${level}` as const;
  return (
    <>
      <Blocks {...shared} blocks={page.lead ?? []} />
      {page.chapters.map(({ id, title, blocks }) => (
        <section key={id} id={`chapter-${id}`} class="howto-chapter" aria-labelledby={`title-${id}`}>
          <Title id={`title-${id}`} tabIndex={-1}>
            {title}
          </Title>
          <Blocks {...shared} blocks={blocks} />
        </section>
      ))}
      {cited ? <Paragraph ruleset={ruleset.ruleset} paragraph={cited} close={() => cite("")} /> : null}
    </>
  );
}

/** Scroll to a chapter and move the focus there. */
function goTo(chapter: string) {
  const title = document.getElementById(`title-${chapter}`);
  title?.focus({ preventScroll: true });
  title?.scrollIntoView({ block: "start" });
}
