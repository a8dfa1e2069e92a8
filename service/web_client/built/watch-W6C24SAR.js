import{a as o,b as r}from"./chunk-U7Q5SC4F.js";import"./chunk-4CXZ47NP.js";import"./chunk-4VC2RIJL.js";import"./chunk-4UWJ5RHO.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
