/** A dialog with a form of the organiser. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog, ErrorMessage, problemOf } from "../components";
import type { Failure } from "../types";

type FormDialogProps = {
  title: string;
  /** The text of the button; default: the title. */
  verb?: string;
  kind?: string;
  isReady?: boolean;
  /** What has failed before. */
  problem?: Failure;
  close: () => void;
  send: () => Promise<unknown>;
  children?: ComponentChildren;
};

/** Send the form, and close the dialog when the service has accepted it. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb = title, kind = "narrow", isReady = true, problem, close, send, children } = props;
  const [rejected, setRejected] = useState<Failure>();
  const submit = (event: Event) => {
    event.preventDefault();
    return send().then(close, (error) => setRejected(problemOf(error)));
  };
  return (
    <Dialog title={title} kind={kind} close={close}>
      <form class="stack" onSubmit={submit}>
        {children}
        <ErrorMessage problem={rejected ?? problem} />
        <p class="row end">
          <button type="submit" class="primary" disabled={!isReady}>
            {verb}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
