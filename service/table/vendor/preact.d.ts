/** What this page uses of Preact; `unknown` where only Preact itself looks inside. */
export type Child = unknown;
export type Props = Record<string, any> | null;
export function h(type: any, props: Props, ...children: Child[]): Child;
export function render(tree: Child, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(factory: () => T, inputs: unknown[]): T;
export function createContext<T>(initial: T): { Provider: any };
export function useContext<T>(context: { Provider: any }): T;
export function useErrorBoundary(caught: (error: unknown) => void): unknown;
