/** The blocks of the page "How to play": texts, lists, examples, tables, figures of icons, and boards. */

import { later } from "./components";
import { bound } from "./i18n";
import type { HowToPlay, Ruleset, Schemas } from "./types";

type Block = Schemas["HowToBlock"];
type Span = Schemas["HowToSpan"];

/** `cite`: shows a paragraph of the rules. `level`: of the headings of chapters. */
export type BlockTools = { page: HowToPlay; ruleset: Ruleset; cite: (paragraph: string) => void; level: 2 | 3 };
type LineProps = BlockTools & { line: Span[] };

const Position = later(async () => (await import("./howtoposition")).Position);

export function Blocks({ blocks, ...tools }: BlockTools & { blocks: Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} {...tools} block={block} />);
}

function OneBlock({ block, ...tools }: BlockTools & { block: Block }) {
  switch (block.type) {
    case "heading":
      return tools.level === 2 ? <h3>{block.text}</h3> : <h4>{block.text}</h4>;
    case "list":
      return <List {...tools} block={block} />;
    case "worked_example":
      return (
        <aside class="howto-example">
          <p>
            <Line {...tools} line={block.line} />
          </p>
        </aside>
      );
    case "table":
      return <Table {...tools} block={block} />;
    case "figure":
      return <Figure {...tools} block={block} />;
    case "position":
      return (
        <figure class="howto-board">
          <Position page={tools.page} ruleset={tools.ruleset} scenario={block.scenario} />
          <figcaption>
            <Line {...tools} line={block.caption} />
          </figcaption>
        </figure>
      );
    default:
      return (
        <p>
          <Line {...tools} line={block.line} />
        </p>
      );
  }
}

function List({ block, ...tools }: BlockTools & { block: Schemas["HowToList"] }) {
  const Items = block.numbered ? "ol" : "ul";
  return (
    <Items class="howto-list">
      {block.items.map((line, index) => (
        <li key={index}>
          <Line {...tools} line={line} />
        </li>
      ))}
    </Items>
  );
}

function Table({ block: { head, rows }, ...tools }: BlockTools & { block: Schemas["HowToTable"] }) {
  return (
    <div class="howto-scroll">
      <table>
        <thead>
          <tr>
            {head.map((line, index) => (
              <th key={index} scope="col">
                <Line {...tools} line={line} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((line, index) =>
                index ? (
                  <td key={index}>
                    <Line {...tools} line={line} />
                  </td>
                ) : (
                  <th key={index} scope="row">
                    <Line {...tools} line={line} />
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Icons in rows. The caption says all of it, so assistive technology skips them. */
function Figure({ block: { rows, caption }, ...tools }: BlockTools & { block: Schemas["HowToFigure"] }) {
  const columns = rows[0].map((_, column) => (rows.some((row) => row[column].icon) ? "minmax(0, 3.4rem)" : "auto"));
  return (
    <figure class="howto-figure">
      <div class="howto-icons" aria-hidden="true" style={{ gridTemplateColumns: columns.join(" ") }}>
        {rows.flat().map((cell, index) => (
          <span key={index} class={cell.icon ? "" : "howto-sign"}>
            <Line {...tools} line={[cell]} />
          </span>
        ))}
      </div>
      <figcaption>
        <Line {...tools} line={caption} />
      </figcaption>
    </figure>
  );
}

/** A text with its icons and citations. An icon stays on the line of the word behind it. */
function Line({ line, ...tools }: LineProps) {
  return line.map((span, index) => {
    const isBound = line[index - 1]?.icon && span.text?.startsWith(" ");
    const shown = isBound ? { ...span, text: `\u00a0${span.text?.slice(1)}` } : span;
    return <Piece key={index} {...tools} span={shown} />;
  });
}

function Piece({ span: { text = "", strong, icon, paragraphs = [] }, ...tools }: BlockTools & { span: Span }) {
  if (icon) return <Icon page={tools.page} {...icon} />;
  if (paragraphs.length) return <Citations {...tools} paragraphs={paragraphs} />;
  return strong ? <strong>{bound(text)}</strong> : bound(text);
}

function Icon({ page, kind, id }: Schemas["HowToIcon"] & { page: HowToPlay }) {
  const found = page.icons.find((each) => each.kind === kind && each.id === id);
  return found ? <img class="howto-icon" src={found.icon} alt="" width="24" height="24" /> : null;
}

/** Links to paragraphs. A click shows the paragraph here, so that a reader keeps the place. */
function Citations({ paragraphs, ruleset, cite }: BlockTools & { paragraphs: string[] }) {
  return (
    <span class="howto-cited">
      {paragraphs.map((paragraph) => (
        <a
          key={paragraph}
          href={`#/rules/${ruleset.ruleset}/${paragraph}`}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            cite(paragraph);
          }}
        >
          {"§ "}
          {paragraph}
        </a>
      ))}
    </span>
  );
}
