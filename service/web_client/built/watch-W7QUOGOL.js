import{a as o,b as r}from"./chunk-JUPYMW2O.js";import"./chunk-T6N66W5B.js";import"./chunk-7ONF4IJM.js";import"./chunk-BBO4TQYF.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
