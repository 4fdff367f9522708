//! One-sided questions, answered to a depth: can a player be sure of so many balls within so many plies?

use super::bounds::ToguzBounds;
use super::question::{Interrupt, PlyMetric, Question, Verdict, playing_on};
use super::reach::{REACH_PLIES, Reach};
use super::table::{BoardFacts, GuaranteeTable};
use mancala_endgame::{Error, Guarantees, Monitor, Tablebase};
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules};

/// Nodes between two looks at the monitor.
const NODES_PER_LOOK: u64 = 1 << 12;
const MOST_MOVES: usize = 9;

/// What a move makes of a question: another one, or the verdict.
enum MoveEffect {
    Decided(Verdict),
    Open(Question),
}

#[derive(Clone, Copy)]
struct OpenMove {
    hole: u32,
    question: Question,
    order: i32,
}

/// Answers questions.
pub(super) struct GuaranteeSearch<'a, G> {
    game: Toguz,
    values: &'a G,
    known_balls: u32,
    pub(super) table: GuaranteeTable<'a>,
    monitor: &'a dyn Monitor,
    pub(super) metric: PlyMetric,
    reach: Reach,
    /// Whether an even number of balls is shared out in even parts.
    even: bool,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    reported: u64,
}

impl<'a, G: Tablebase<ToguzPosition>> GuaranteeSearch<'a, G> {
    pub(super) fn new(
        rules: &ToguzRules,
        values: &'a G,
        table: GuaranteeTable<'a>,
        monitor: &'a dyn Monitor,
    ) -> Self {
        let rules = playing_on(rules);
        Self {
            game: Toguz::new(&rules),
            values,
            known_balls: values.most_seeds(),
            table,
            monitor,
            metric: PlyMetric::ToKnown,
            reach: Reach::new(&rules),
            even: !rules.allows_tuzdik_in(1),
            nodes: 0,
            most_nodes: u64::MAX,
            reported: 0,
        }
    }

    pub(super) const fn game(&self) -> &Toguz {
        &self.game
    }

    /// The same question in the simplest terms: where only even numbers can be won, an odd one is as good as the next.
    #[inline(always)]
    pub(super) fn rounded(&self, need: u32, balls: u32) -> u32 {
        if self.even && balls.is_multiple_of(2) {
            need.next_multiple_of(2)
        } else {
            need
        }
    }

    /// The question after a move, or its verdict by the board alone, and what the move gains for its player.
    #[inline(always)]
    fn after(&self, question: &Question, hole: u32) -> Result<(MoveEffect, i32), Error> {
        use MoveEffect::{Decided, Open};
        let step = self.game.play_unchecked(&question.board, hole);
        let next = step.position;
        // The question's side seen from the position after the move.
        let side = question.side ^ usize::from(!step.again);
        let own = [next.own_kazan(), next.opponent_kazan()][side];
        let balls = next.balls();
        let lead = step.gain;
        let Some(need) = question.need.checked_sub(own).filter(|&need| need > 0) else {
            return Ok((Decided(Verdict::Yes), lead));
        };
        let need = self.rounded(need, balls);
        if need > balls {
            return Ok((Decided(Verdict::Never), lead));
        }
        let board = next.board();
        if !step.again && self.game.moves(&board).is_empty() {
            // The rest is the player's who moved.
            let verdict = if side == 1 {
                Verdict::Yes
            } else {
                Verdict::Never
            };
            return Ok((Decided(verdict), lead));
        }
        let question = Question { board, side, need };
        if balls <= self.known_balls
            && let Some(verdict) = self.by_values(&question)?
        {
            return Ok((Decided(verdict), lead));
        }
        Ok((Open(question), lead))
    }

    /// What known guarantees say.
    #[inline(always)]
    fn by_values(&self, question: &Question) -> Result<Option<Verdict>, Error> {
        let Question { board, side, need } = question;
        let known = self.values.probe(board)?;
        Ok(known.and_then(|worth| {
            let worth = [worth.mover, worth.opponent][*side];
            if worth < *need {
                Some(Verdict::Never)
            } else {
                (self.metric == PlyMetric::ToKnown).then_some(Verdict::Yes)
            }
        }))
    }

    /// What facts say of a question.
    #[inline(always)]
    fn by_facts(&self, facts: &BoardFacts, question: &Question, plies: u32) -> Option<Verdict> {
        let sides = facts.sides[question.side];
        let need = question.need;
        if need > u32::from(sides.upper) {
            return Some(Verdict::Never);
        }
        match self.metric {
            PlyMetric::ToKnown if need <= u32::from(sides.lower) => return Some(Verdict::Yes),
            PlyMetric::ToWin => {
                let (side, balls, within) = facts.soon;
                if side == question.side && need <= u32::from(balls) && u32::from(within) <= plies {
                    return Some(Verdict::Yes);
                }
            }
            PlyMetric::ToKnown => {}
        }
        let (balls, within) = sides.not_soon;
        (need >= u32::from(balls) && plies <= u32::from(within)).then_some(Verdict::NotYet)
    }

    /// Answers a question about a board on which the game goes on and which is not settled by its numbers alone.
    pub(super) fn ask(&mut self, question: &Question, plies: u32) -> Result<Verdict, Interrupt> {
        let mut question = *question;
        question.need = self.rounded(question.need, question.board.balls());
        if question.need > question.board.balls() {
            return Ok(Verdict::Never);
        }
        if question.board.balls() <= self.known_balls
            && let Some(verdict) = self.by_values(&question)?
        {
            return Ok(verdict);
        }
        self.search(&question, plies.min(u32::from(u8::MAX) - 1))
    }

    /// The verdict after a move if so many plies are left then, and the question there if it is still one.
    pub(super) fn ask_after(
        &mut self,
        question: &Question,
        hole: u32,
        plies: u32,
    ) -> Result<(Verdict, Option<Question>), Interrupt> {
        match self.after(question, hole)?.0 {
            MoveEffect::Decided(verdict) => Ok((verdict, None)),
            MoveEffect::Open(next) => Ok((self.ask(&next, plies)?, Some(next))),
        }
    }

    /// What a board is worth on which the mover has no move.
    pub(super) fn of_ended(&self, board: &ToguzPosition) -> ToguzBounds {
        ToguzBounds::exactly(Guarantees {
            mover: 0,
            opponent: board.balls(),
        })
    }

    pub(super) fn remark(&self, text: &str) {
        self.monitor.remark(text);
    }

    pub(super) const fn known_balls(&self) -> u32 {
        self.known_balls
    }

    fn search(&mut self, question: &Question, plies: u32) -> Result<Verdict, Interrupt> {
        if plies == 0 {
            return Ok(Verdict::NotYet);
        }
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.look()?;
        }
        if plies <= REACH_PLIES && !self.reach.can_settle(question, plies, self.known_for_yes()) {
            return Ok(Verdict::NotYet);
        }
        let facts = if plies > 1 {
            self.table.probe(&question.board)
        } else {
            None
        };
        if let Some(facts) = &facts
            && let Some(verdict) = self.by_facts(facts, question, plies)
        {
            return Ok(verdict);
        }
        let best = facts.and_then(|facts| facts.best);
        let wants = question.side == 0;
        let mut children = MoveVerdicts::new(wants);
        for hole in self.game.moves(&question.board) {
            match self.after(question, hole)? {
                (MoveEffect::Decided(verdict), _) => {
                    if children.settle(hole, verdict) {
                        break;
                    }
                }
                (MoveEffect::Open(next), lead) => {
                    if plies > 2 {
                        self.table.prefetch(&next.board);
                    }
                    let order = 16 * lead
                        + hole.cast_signed()
                        + if best == Some(hole) { 1 << 20 } else { 0 };
                    children.add(OpenMove {
                        hole,
                        question: next,
                        order,
                    });
                }
            }
        }
        if plies > 2 && children.decided().is_none() {
            self.look_up(&mut children, plies - 1);
        }
        if plies > 1 {
            children.sort();
            for place in 0..children.count {
                if children.decided().is_some() {
                    break;
                }
                let child = children.list[place];
                let verdict = self.search(&child.question, plies - 1)?;
                children.settle(child.hole, verdict);
            }
            let verdict = children.verdict();
            self.store(question, plies, verdict, children.good, self.nodes - before);
            return Ok(verdict);
        }
        children.leave();
        Ok(children.verdict())
    }

    /// Looks all open children up in the table and settles those that are known.
    #[inline(always)]
    fn look_up(&self, children: &mut MoveVerdicts, plies: u32) {
        let mut open = 0;
        for place in 0..children.count {
            let child = children.list[place];
            let facts = self.table.probe(&child.question.board);
            let verdict = facts.and_then(|facts| self.by_facts(&facts, &child.question, plies));
            match verdict {
                Some(verdict) => {
                    if children.settle(child.hole, verdict) {
                        return;
                    }
                }
                None => {
                    children.list[open] = child;
                    open += 1;
                }
            }
        }
        children.count = open;
    }

    /// BoardIndexer with so many balls may say yes.
    #[inline(always)]
    const fn known_for_yes(&self) -> u32 {
        match self.metric {
            PlyMetric::ToKnown => self.known_balls,
            PlyMetric::ToWin => 0,
        }
    }

    fn store(
        &mut self,
        question: &Question,
        plies: u32,
        verdict: Verdict,
        good: Option<u32>,
        work: u64,
    ) {
        let side = question.side;
        let balls = question.board.balls();
        let adds_up = question.board.own_tuzdik() != 0 || question.board.opponent_tuzdik() != 0;
        let metric = self.metric;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "162 balls and 254 plies at most"
        )]
        let (need, rest, within) = (
            question.need as u8,
            (balls - question.need) as u8,
            plies as u8,
        );
        self.table.update(&question.board, work, |facts| {
            if good.is_some() {
                facts.best = good;
            }
            let [mine, others] = if side == 0 { [0, 1] } else { [1, 0] };
            match verdict {
                Verdict::Yes => {
                    let lower = &mut facts.sides[mine].lower;
                    *lower = need.max(*lower);
                    let upper = &mut facts.sides[others].upper;
                    *upper = rest.min(*upper);
                    if metric == PlyMetric::ToWin {
                        facts.soon = (side, need, within);
                    }
                }
                Verdict::Never => {
                    let upper = &mut facts.sides[mine].upper;
                    *upper = (need - 1).min(*upper);
                    if adds_up {
                        let lower = &mut facts.sides[others].lower;
                        *lower = (rest + 1).max(*lower);
                    }
                }
                Verdict::NotYet => {
                    let not_soon = &mut facts.sides[mine].not_soon;
                    if need > not_soon.0 || within >= not_soon.1 {
                        *not_soon = (need, within);
                    }
                }
            }
        });
    }

    #[cold]
    fn look(&mut self) -> Result<(), Interrupt> {
        self.monitor.advance(self.nodes - self.reported);
        self.reported = self.nodes;
        if self.nodes >= self.most_nodes || self.monitor.should_stop() {
            return Err(Interrupt::Stopped);
        }
        Ok(())
    }
}

/// The children of a node, and what is known of them all.
struct MoveVerdicts {
    list: [OpenMove; MOST_MOVES],
    /// Those that are open.
    count: usize,
    /// Whether it is the turn of the player whose sides are asked for.
    wants: bool,
    /// Of the settled ones.
    some_yes: bool,
    some_not_soon: bool,
    some_never: bool,
    /// The move that was best for its player, if one was good.
    good: Option<u32>,
}

impl MoveVerdicts {
    #[inline(always)]
    fn new(wants: bool) -> Self {
        let nothing = OpenMove {
            hole: 0,
            question: Question {
                board: ToguzPosition::default(),
                side: 0,
                need: 0,
            },
            order: 0,
        };
        Self {
            list: [nothing; MOST_MOVES],
            count: 0,
            wants,
            some_yes: false,
            some_not_soon: false,
            some_never: false,
            good: None,
        }
    }

    #[inline(always)]
    const fn add(&mut self, child: OpenMove) {
        self.list[self.count] = child;
        self.count += 1;
    }

    /// Says what a move leads to, and whether nothing else matters any more.
    #[inline(always)]
    const fn settle(&mut self, hole: u32, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Yes => {
                self.some_yes = true;
                if self.wants {
                    self.good = Some(hole);
                }
                self.wants
            }
            Verdict::NotYet => {
                self.some_not_soon = true;
                if !self.wants && !self.some_never {
                    self.good = Some(hole);
                }
                false
            }
            Verdict::Never => {
                self.some_never = true;
                if !self.wants {
                    self.good = Some(hole);
                }
                !self.wants
            }
        }
    }

    /// The verdict if the open children cannot change it, except that *never* might be said in place of *not so soon*.
    #[inline(always)]
    const fn decided(&self) -> Option<Verdict> {
        if self.wants {
            if self.some_yes {
                return Some(Verdict::Yes);
            }
        } else if self.some_never {
            return Some(Verdict::Never);
        } else if self.some_not_soon {
            return Some(Verdict::NotYet);
        }
        None
    }

    /// Leaves the open children as they are: not so soon.
    #[inline(always)]
    const fn leave(&mut self) {
        if self.count > 0 {
            self.some_not_soon = true;
        }
    }

    /// The verdict of all.
    #[inline(always)]
    const fn verdict(&self) -> Verdict {
        match self.decided() {
            Some(verdict) => verdict,
            None if self.wants => {
                if self.some_not_soon {
                    Verdict::NotYet
                } else {
                    Verdict::Never
                }
            }
            None => Verdict::Yes,
        }
    }

    #[inline(always)]
    fn sort(&mut self) {
        self.list[..self.count].sort_unstable_by_key(|child| -child.order);
    }
}
