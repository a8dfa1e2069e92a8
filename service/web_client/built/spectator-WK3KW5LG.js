import{a as o,b as r}from"./chunk-T6N66W5B.js";import"./chunk-BBO4TQYF.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
