// Long chains, trees and rings: freed step by step and all at once, with rings left to the collector.
let list = null;
for (let i = 0; i < 4000; i++) list = { next: list, i };
const insert = (node, key) => (node === null ? { key, left: null, right: null } : key < node.key ? ((node.left = insert(node.left, key)), node) : ((node.right = insert(node.right, key)), node));
let tree = null;
for (let i = 0, key = me; i < 500; i++, key = (key * 73 + 41) % 1009) tree = insert(tree, key);
await ask("built");
const length = (node) => { let n = 0; for (; node; node = node.next) n++; return n; };
const inOrder = function* (node) { if (node) { yield* inOrder(node.left); yield node.key; yield* inOrder(node.right); } };
const walk = inOrder(tree);
for (let i = 0; i < 100; i++) walk.next();
await ask("walker deep in the tree");
const parked = walk.next().value;
for (let i = 0; i < 1500; i++) list = list.next;
const rest = length(list);
for (let i = 0; i < 3000; i++) { const a = { i }, b = { a, bulk: [i, i] }; a.b = b; a.self = a; }
await ask("rings dropped");
const graph = Array.from({ length: 200 }, (_, i) => ({ i, edges: [] }));
graph.forEach((node, i) => node.edges.push(graph[(i * 7 + me) % 200], graph[(i + 1) % 200], node));
await ask("graph");
const seen = new Set(), queue = [graph[0]];
let hops = 0;
while (queue.length) { const node = queue.shift(); if (seen.has(node)) continue; seen.add(node); hops += node.i; queue.push(...node.edges); }
list = null;
await ask("list gone at once");
for (let i = 0; i < 2000; i++) { const f = () => f.ring; f.ring = [f, i]; }
return { parked, rest, left: [...walk].length, visited: seen.size, hops, depth: (function high(node) { return node ? 1 + Math.max(high(node.left), high(node.right)) : 0; })(tree) };
