import{a as o}from"./chunk-P7COVUBR.js";import"./chunk-PB2CFYPB.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{o as CalendarLink};
