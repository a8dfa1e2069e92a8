import{a as o,b as r}from"./chunk-KQA2XM6W.js";import"./chunk-PTY4CUOH.js";import"./chunk-BZZZJRJW.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
