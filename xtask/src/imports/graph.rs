//! Directed graphs of few nodes: circles, layers, and the arrows that say no more than others do.

use std::collections::BTreeSet;

/// A graph of the nodes 0 to `next.len() - 1`: `next` has the nodes that each points at.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) next: Vec<BTreeSet<usize>>,
}

impl Graph {
    /// A graph of so many nodes with these arrows; an arrow from a node to itself is left out.
    pub(crate) fn new(nodes: usize, arrows: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut next = vec![BTreeSet::new(); nodes];
        for (from, to) in arrows {
            if from != to {
                next[from].insert(to);
            }
        }
        Self { next }
    }

    /// All nodes that can be reached from a node by one arrow or more.
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

    /// The largest sets of nodes that all reach each other: every node is in exactly one of them,
    /// and those of two nodes and more are the circles.
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

    /// The circles.
    pub(crate) fn circles(&self) -> Vec<Vec<usize>> {
        let mut components = self.components();
        components.retain(|component| component.len() > 1);
        components
    }

    /// The layer of each node: 0 if it points at no other, else one more than the highest that it
    /// points at. Nodes of a circle share a layer.
    pub(crate) fn layers(&self) -> Vec<usize> {
        let components = self.components();
        let mut component_of = vec![0; self.next.len()];
        for (index, component) in components.iter().enumerate() {
            for &node in component {
                component_of[node] = index;
            }
        }
        let arrows = self.next.iter().enumerate().flat_map(|(from, next)| {
            let from = component_of[from];
            next.iter().map(move |&to| (from, to))
        });
        let arrows = arrows.map(|(from, to)| (from, component_of[to]));
        let without_circles = Self::new(components.len(), arrows);
        let mut layers = vec![0; components.len()];
        // No path is longer than there are components.
        for _ in 0..components.len() {
            for node in 0..components.len() {
                let below = without_circles.next[node].iter();
                let layer = below.map(|&to| layers[to] + 1).max();
                layers[node] = layer.unwrap_or(0);
            }
        }
        component_of
            .into_iter()
            .map(|index| layers[index])
            .collect()
    }

    /// The same without arrows that lead where a longer way leads too. Arrows of circles stay.
    pub(crate) fn reduced(&self) -> Self {
        let reached: Vec<_> = (0..self.next.len())
            .map(|node| self.reached(node))
            .collect();
        let is_needed = |from: usize, to: usize| {
            let others = self.next[from].iter().filter(|&&other| other != to);
            let mut outside = others.filter(|&&other| !reached[other].contains(&from));
            !outside.any(|&other| reached[other].contains(&to))
        };
        let arrows = self.next.iter().enumerate().flat_map(|(from, next)| {
            let kept = next.iter().filter(move |&&to| is_needed(from, to));
            kept.map(move |&to| (from, to))
        });
        Self::new(self.next.len(), arrows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_and_lines_are_none() {
        let line = Graph::new(4, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 3)]);
        assert!(line.circles().is_empty());
        let two = Graph::new(6, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2), (5, 0)]);
        assert_eq!(two.circles(), [vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn a_layer_is_above_all_that_it_points_at() {
        let graph = Graph::new(5, [(0, 1), (1, 2), (0, 2), (3, 2)]);
        assert_eq!(graph.layers(), [2, 1, 0, 1, 0]);
        let circle = Graph::new(4, [(0, 1), (1, 2), (2, 1), (2, 3)]);
        assert_eq!(circle.layers(), [2, 1, 1, 0]);
    }

    #[test]
    fn arrows_that_follow_from_others_are_left_out() {
        let graph = Graph::new(4, [(0, 1), (1, 2), (0, 2), (2, 3), (0, 3)]).reduced();
        let next: Vec<Vec<usize>> = graph
            .next
            .iter()
            .map(|next| next.iter().copied().collect())
            .collect();
        assert_eq!(next, [vec![1], vec![2], vec![3], vec![]]);
        let circle = Graph::new(2, [(0, 1), (1, 0)]);
        assert_eq!(circle.reduced().next, circle.next);
    }
}
