//! Directed graphs of few nodes: strongly connected components, layers, transitive reduction.

use std::collections::BTreeSet;

/// A graph of the nodes 0 to `next.len() - 1`: `next` has the successors of each node.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) next: Vec<BTreeSet<usize>>,
}

impl Graph {
    /// A graph of so many nodes with these edges. Edges from a node to itself are left out.
    pub(crate) fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut next = vec![BTreeSet::new(); nodes];
        for (from, to) in edges {
            if from != to {
                next[from].insert(to);
            }
        }
        Self { next }
    }

    /// All nodes reachable from a node by at least one edge.
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<usize> = self.next[from].iter().copied().collect();
        while let Some(node) = open.pop() {
            if reached.insert(node) {
                open.extend(&self.next[node]);
            }
        }
        reached
    }

    /// The strongly connected components. Those of at least two nodes are the cycles.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let reached: Vec<_> = (0..self.next.len())
            .map(|node| self.reached(node))
            .collect();
        let mut components: Vec<Vec<usize>> = Vec::new();
        for node in 0..self.next.len() {
            let same = |component: &&mut Vec<usize>| {
                let other = component[0];
                reached[node].contains(&other) && reached[other].contains(&node)
            };
            match components.iter_mut().find(same) {
                Some(component) => component.push(node),
                None => components.push(vec![node]),
            }
        }
        components
    }

    /// The cycles: components of at least two nodes.
    pub(crate) fn cycles(&self) -> Vec<Vec<usize>> {
        let mut components = self.components();
        components.retain(|component| component.len() > 1);
        components
    }

    /// The layer of each node: 0 without successors, else one more than the highest layer of its
    /// successors. The nodes of a cycle share a layer.
    pub(crate) fn layers(&self) -> Vec<usize> {
        let components = self.components();
        let mut component_of = vec![0; self.next.len()];
        for (index, component) in components.iter().enumerate() {
            for &node in component {
                component_of[node] = index;
            }
        }
        let edges = self.next.iter().enumerate().flat_map(|(from, next)| {
            let from = component_of[from];
            next.iter().map(move |&to| (from, to))
        });
        let edges = edges.map(|(from, to)| (from, component_of[to]));
        let without_cycles = Self::new(components.len(), edges);
        let mut layers = vec![0; components.len()];
        // No path is longer than the number of components.
        for _ in 0..components.len() {
            for node in 0..components.len() {
                let below = without_cycles.next[node].iter();
                let layer = below.map(|&to| layers[to] + 1).max();
                layers[node] = layer.unwrap_or(0);
            }
        }
        component_of
            .into_iter()
            .map(|index| layers[index])
            .collect()
    }

    /// The transitive reduction: without edges to nodes that a longer path reaches too. Edges of
    /// cycles stay.
    pub(crate) fn reduced(&self) -> Self {
        let reached: Vec<_> = (0..self.next.len())
            .map(|node| self.reached(node))
            .collect();
        let is_needed = |from: usize, to: usize| {
            let others = self.next[from].iter().filter(|&&other| other != to);
            let mut outside = others.filter(|&&other| !reached[other].contains(&from));
            !outside.any(|&other| reached[other].contains(&to))
        };
        let edges = self.next.iter().enumerate().flat_map(|(from, next)| {
            let kept = next.iter().filter(move |&&to| is_needed(from, to));
            kept.map(move |&to| (from, to))
        });
        Self::new(self.next.len(), edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found() {
        let line = Graph::new(4, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 3)]);
        assert!(line.cycles().is_empty());
        let two = Graph::new(6, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2), (5, 0)]);
        assert_eq!(two.cycles(), [vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn a_layer_is_above_those_of_its_successors() {
        let graph = Graph::new(5, [(0, 1), (1, 2), (0, 2), (3, 2)]);
        assert_eq!(graph.layers(), [2, 1, 0, 1, 0]);
        let cycle = Graph::new(4, [(0, 1), (1, 2), (2, 1), (2, 3)]);
        assert_eq!(cycle.layers(), [2, 1, 1, 0]);
    }

    #[test]
    fn the_transitive_reduction_drops_implied_edges() {
        let graph = Graph::new(4, [(0, 1), (1, 2), (0, 2), (2, 3), (0, 3)]).reduced();
        let next: Vec<Vec<usize>> = graph
            .next
            .iter()
            .map(|next| next.iter().copied().collect())
            .collect();
        assert_eq!(next, [vec![1], vec![2], vec![3], vec![]]);
        let cycle = Graph::new(2, [(0, 1), (1, 0)]);
        assert_eq!(cycle.reduced().next, cycle.next);
    }
}
