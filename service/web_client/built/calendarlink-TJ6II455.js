import{a as o}from"./chunk-4EYXW35F.js";import"./chunk-G5W2TN5Y.js";import"./chunk-T6EXUX3W.js";import"./chunk-3TXHFKDN.js";export{o as CalendarLink};
