//! The boards of all classes of a rule set, numbered, with the play between them.

use super::class::TuzdikClass;
use super::index::BoardIndexer;
use super::play::Play;
use mancala_position::toguz::ToguzRules;

/// In place of a class that is not among those numbered.
const NO_CLASS: u8 = u8::MAX;

/// The classes of a rule set, and the numbers of their boards with up to so many balls.
pub(crate) struct Numbering {
    rules: ToguzRules,
    play: Play,
    classes: Vec<BoardIndexer>,
    /// At `10 * mover's + opponent's` tuzdik: which of the classes, if any.
    places: [u8; 100],
}

impl Numbering {
    /// # Panics
    ///
    /// If there are 2^64 boards or more.
    pub(crate) fn new(rules: &ToguzRules, balls: u32) -> Self {
        Self::from(rules, TuzdikClass::NONE, balls)
    }

    /// The classes only that a board of this class can lead to.
    ///
    /// # Panics
    ///
    /// If there are 2^64 boards or more.
    pub(crate) fn from(rules: &ToguzRules, class: TuzdikClass, balls: u32) -> Self {
        let mut all = TuzdikClass::all(rules);
        all.retain(|&other| class.leads_to(other) || class.turned().leads_to(other));
        let mut places = [NO_CLASS; 100];
        for (place, class) in (0..).zip(&all) {
            places[Self::place(*class)] = place;
        }
        let classes = all
            .iter()
            .map(|&class| BoardIndexer::new(rules, class, balls));
        Self {
            rules: *rules,
            play: Play::new(rules),
            classes: classes.collect(),
            places,
        }
    }

    #[inline(always)]
    const fn place(class: TuzdikClass) -> usize {
        (10 * class.mover + class.opponent) as usize
    }

    /// Its index among the classes.
    #[inline(always)]
    pub(crate) fn index(&self, class: TuzdikClass) -> usize {
        usize::from(self.places[Self::place(class)])
    }

    pub(crate) const fn rules(&self) -> &ToguzRules {
        &self.rules
    }

    pub(crate) const fn play(&self) -> &Play {
        &self.play
    }

    /// All classes, that of no tuzdik first if it is among them.
    pub(crate) fn classes(&self) -> &[BoardIndexer] {
        &self.classes
    }

    /// The numbering of a class, which must be among them.
    #[inline(always)]
    pub(crate) fn boards(&self, class: TuzdikClass) -> &BoardIndexer {
        let boards = &self.classes[self.index(class)];
        debug_assert_eq!(boards.class(), class, "a class of the rules");
        boards
    }

    /// The classes with tuzdiks, each once with the one that the other player sees.
    pub(crate) fn pairs(&self) -> Vec<TuzdikClass> {
        let classes = self.classes.iter().map(BoardIndexer::class);
        classes
            .filter(|class| class.mover > class.opponent)
            .collect()
    }
}
