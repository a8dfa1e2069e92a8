import type { Child, Props } from "./preact.js";
declare const htm: {
  bind(h: (type: any, props: Props, ...children: Child[]) => Child): (strings: TemplateStringsArray, ...values: any[]) => Child;
};
export default htm;
