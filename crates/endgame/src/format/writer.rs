//! Writing a layer file: under another name, sub-layer by sub-layer in any order, with a journal of
//! those that are written; then synced and renamed.

use crate::error::Error;
use crate::format::encoding::BLOCK_VALUES;
use crate::format::header::Footer;
use crate::format::layer_file;
use crate::format::layer_rules::LayerRules;
use crate::format::layout::Layout;
use crate::system::files::{hash_file, sync_folder};
use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// A layer file that is being written.
pub(crate) struct LayerWriter {
    path: PathBuf,
    part: PathBuf,
    layout: Layout,
    front: Vec<u8>,
    file: Mutex<File>,
    journal: Option<Mutex<File>>,
    back: Mutex<Back>,
}

/// The tail of a layer file, as far as it is known.
struct Back {
    checksums: Vec<u32>,
    counts: Vec<Vec<u64>>,
}

impl LayerWriter {
    /// Begins a layer file, or goes on with the one that a stopped build left. The journal, without
    /// which nothing is taken over, is kept only if asked for.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the files cannot be made.
    pub(crate) fn new(
        path: &Path,
        rules: &impl LayerRules,
        layout: Layout,
        journaled: bool,
    ) -> Result<Self, Error> {
        let part = path.with_extension("layer.part");
        let journal = path.with_extension("layer.journal");
        let front = layer_file::front(rules, &layout);
        let open = |path: &Path, fresh: bool| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(fresh)
                .open(path)
                .map_err(Error::io("create", path))
        };
        let file = open(&part, !journaled)?;
        let journal = if journaled {
            Some(Mutex::new(open(&journal, false)?))
        } else {
            remove_if_there(&journal)?;
            None
        };
        let back = Back {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "four bytes each must fit in memory"
            )]
            checksums: vec![0; layout.blocks() as usize],
            counts: vec![Vec::new(); layout.sub_layers().len()],
        };
        Ok(Self {
            path: path.to_owned(),
            part,
            layout,
            front,
            file: Mutex::new(file),
            journal,
            back: Mutex::new(back),
        })
    }

    /// Goes through the sub-layers that an earlier build has written and that are whole; each is
    /// read, given to `take` as it is packed, and its checksums and counts are taken over. The
    /// journal is rewritten with just these.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the files cannot be read.
    pub(crate) fn resume(&self, mut take: impl FnMut(u32, &[u8])) -> Result<(), Error> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let mut text = Vec::new();
        let mut journal = lock(journal);
        journal
            .read_to_end(&mut text)
            .map_err(Error::io("read", &self.journal_path()))?;
        let text = String::from_utf8_lossy(&text);
        let mut lines = text
            .split_inclusive('\n')
            .filter_map(|line| line.strip_suffix('\n'));
        let mut head = self.journal_head();
        let mut kept: Vec<u32> = Vec::new();
        if lines.next() == Some(&head) {
            head.push('\n');
            for line in lines {
                let Some((own, hash)) = line.split_once(' ') else {
                    break;
                };
                let Ok(own) = own.parse::<u32>() else { break };
                if own as usize >= self.layout.sub_layers().len() {
                    break;
                }
                if kept.contains(&own) {
                    continue;
                }
                match self.read_back(own)? {
                    Some(packed) if blake3::hash(&packed).to_hex().as_str() == hash => {
                        head.push_str(line);
                        head.push('\n');
                        kept.push(own);
                        self.take_over(own, &packed);
                        take(own, &packed);
                    }
                    _ => break,
                }
            }
        } else {
            head.push('\n');
        }
        let path = self.journal_path();
        let io = |action| Error::io(action, &path);
        journal.set_len(0).map_err(io("write"))?;
        journal.seek(SeekFrom::Start(0)).map_err(io("write"))?;
        journal.write_all(head.as_bytes()).map_err(io("write"))?;
        Ok(())
    }

    fn journal_path(&self) -> PathBuf {
        self.path.with_extension("layer.journal")
    }

    /// The first line of a journal names the front of its file, so that no other rules or format
    /// slip in.
    fn journal_head(&self) -> String {
        format!("mancala journal {}", blake3::hash(&self.front).to_hex())
    }

    /// The packed bytes of a sub-layer, if the part file is long enough.
    fn read_back(&self, own: u32) -> Result<Option<Vec<u8>>, Error> {
        let sub_layer = self.layout.sub_layer(own);
        let from = self.front.len() as u64 + sub_layer.offset;
        let mut file = lock(&self.file);
        let length = file
            .metadata()
            .map_err(Error::io("read", &self.part))?
            .len();
        if length < from + sub_layer.bytes {
            return Ok(None);
        }
        #[expect(clippy::cast_possible_truncation, reason = "must fit in memory")]
        let mut packed = vec![0; sub_layer.bytes as usize];
        file.seek(SeekFrom::Start(from))
            .map_err(Error::io("read", &self.part))?;
        file.read_exact(&mut packed)
            .map_err(Error::io("read", &self.part))?;
        Ok(Some(packed))
    }

    /// Keeps the checksums and counts of a sub-layer that is there.
    fn take_over(&self, own: u32, packed: &[u8]) {
        let encoding = self.layout.encoding();
        let mut written = Written::new(&self.layout);
        written.note(&self.layout, packed);
        let (mut values, mut again) = (vec![0; CHUNK], Vec::new());
        #[expect(clippy::cast_possible_truncation, reason = "must fit in memory")]
        let (all, chunk) = (
            self.layout.sub_layer(own).values() as usize,
            encoding.packed_bytes(CHUNK as u64) as usize,
        );
        for (number, packed) in packed.chunks(chunk).enumerate() {
            values.resize(CHUNK.min(all - number * CHUNK), 0);
            encoding.unpack(packed, &mut values);
            encoding.pack(&values, &mut again, &mut written.counts);
        }
        self.note(own, written);
    }

    /// Keeps the checksums and counts of a sub-layer.
    fn note(&self, own: u32, written: Written) {
        #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
        let first = self.layout.sub_layer(own).first_block as usize;
        let mut back = lock(&self.back);
        back.checksums[first..first + written.checksums.len()].copy_from_slice(&written.checksums);
        back.counts[own as usize] = written.counts;
    }

    /// Packs and writes a sub-layer, and then enters it into the journal.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be written.
    pub(crate) fn write(&self, own: u32, values: &[i8]) -> Result<(), Error> {
        self.write_chunks(own, values.chunks(CHUNK))
    }

    /// The same of values that come a chunk at a time, each of [`CHUNK`] values but the last.
    /// Nothing is synced here: the journal has the hash of the bytes, so that after a loss of power
    /// what did not reach the disk is found out and made anew.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be written.
    pub(crate) fn write_chunks<C: AsRef<[i8]>>(
        &self,
        own: u32,
        chunks: impl Iterator<Item = C>,
    ) -> Result<(), Error> {
        let mut written = Written::new(&self.layout);
        let mut hasher = blake3::Hasher::new();
        let mut at = self.front.len() as u64 + self.layout.sub_layer(own).offset;
        PACKED.with_borrow_mut(|packed| {
            for chunk in chunks {
                let encoding = self.layout.encoding();
                encoding.pack(chunk.as_ref(), packed, &mut written.counts);
                written.note(&self.layout, packed);
                if self.journal.is_some() {
                    hasher.update(packed);
                }
                let mut file = lock(&self.file);
                file.seek(SeekFrom::Start(at))
                    .and_then(|_| file.write_all(packed))
                    .map_err(Error::io("write", &self.part))?;
                at += packed.len() as u64;
            }
            Ok(())
        })?;
        self.note(own, written);
        if let Some(journal) = &self.journal {
            let line = journal_line(own, &hasher.finalize());
            lock(journal)
                .write_all(line.as_bytes())
                .map_err(Error::io("write", &self.journal_path()))?;
        }
        Ok(())
    }

    /// Leaves the file to a later build; without a journal, which nobody could go on with, it is
    /// removed.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be removed.
    pub(crate) fn suspend(self) -> Result<(), Error> {
        if self.journal.is_none() {
            remove_if_there(&self.part)
        } else {
            Ok(())
        }
    }

    /// Writes what goes around the values, syncs the file and gives it its name. Returns the counts
    /// of each sub-layer and the hash of the whole file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be written.
    ///
    /// # Panics
    ///
    /// If a sub-layer has not been written.
    pub(crate) fn finish(self) -> Result<(Vec<Vec<u64>>, blake3::Hash), Error> {
        let journal = self.journal_path();
        let part = self.part;
        let io = |action| Error::io(action, &part);
        let back = self
            .back
            .into_inner()
            .expect("no thread panics with the checksums");
        assert!(
            back.counts.iter().all(|counts| !counts.is_empty()),
            "every sub-layer is written"
        );
        let mut file = self
            .file
            .into_inner()
            .expect("no thread panics with the file");
        let footer = Footer {
            counts: back.counts,
        };
        let front = self.front.len() as u64;
        let end = front + self.layout.body_bytes();
        file.seek(SeekFrom::Start(0)).map_err(io("write"))?;
        file.write_all(&self.front).map_err(io("write"))?;
        file.seek(SeekFrom::Start(end)).map_err(io("write"))?;
        let bytes = layer_file::back(front, &self.layout, &back.checksums, &footer);
        file.write_all(&bytes).map_err(io("write"))?;
        file.set_len(end + bytes.len() as u64)
            .map_err(io("write"))?;
        file.sync_all().map_err(io("sync"))?;
        drop(file);
        let hash = hash_file(&part)?;
        fs::rename(&part, &self.path).map_err(io("rename"))?;
        sync_folder(&self.path)?;
        remove_if_there(&journal)?;
        Ok((footer.counts, hash))
    }
}

/// Values that are packed and written at a time: whole blocks, few enough to stay in the cache
/// until they are summed, hashed and written.
pub(crate) const CHUNK: usize = 1 << 18;

thread_local! {
    /// A worker's packed values, kept for its next chunk.
    static PACKED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

const _: () = assert!(
    BLOCK_VALUES.is_multiple_of(8) && (CHUNK as u64).is_multiple_of(BLOCK_VALUES),
    "a block ends with a group of values, and a chunk with a block"
);

/// The checksums and counts of a sub-layer that is written.
struct Written {
    checksums: Vec<u32>,
    counts: Vec<u64>,
}

impl Written {
    fn new(layout: &Layout) -> Self {
        Self {
            checksums: Vec::new(),
            counts: vec![0; layout.encoding().codes() as usize],
        }
    }

    /// Adds the checksums of whole blocks, of which only the last of all may be shorter.
    fn note(&mut self, layout: &Layout, packed: &[u8]) {
        #[expect(clippy::cast_possible_truncation, reason = "a block is some kilobytes")]
        let block_bytes = layout.block_bytes() as usize;
        let checksums = packed.chunks(block_bytes).map(crc32fast::hash);
        self.checksums.extend(checksums);
    }
}

fn journal_line(own: u32, hash: &blake3::Hash) -> String {
    format!("{own} {}\n", hash.to_hex())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .expect("no thread panics while it holds the lock")
}

fn remove_if_there(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}
