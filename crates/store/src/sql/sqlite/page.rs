//! Pages of the database file: which of their bytes belong to no row.
//!
//! Deleting a row leaves copies of it behind: in the gap between cell pointers and cells, in free blocks, in the unused
//! end of an overflow chain, and on free pages. The format is that of <https://www.sqlite.org/fileformat2.html>.

use std::collections::HashSet;

use crate::sql::{Result, StoreError};

/// Bytes of the header of the file, which precede the header of page 1.
const FILE_HEADER_BYTES: usize = 100;
/// Pages of one overflow chain: the largest value that the engine stores has fewer.
const CHAIN_PAGES_MAX: usize = 1 << 20;
/// The byte of the file at which no page is kept, because locks are taken there.
const LOCK_BYTE: usize = 1 << 30;
/// From this page number on, the first byte of an overflow page may be the type of a tree page.
pub(super) const PAGES_MAX: u32 = 0x0200_0000;

/// As many zeros as the largest page has bytes, to compare with.
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

const INTERIOR_INDEX: u8 = 2;
const INTERIOR_TABLE: u8 = 5;
const LEAF_INDEX: u8 = 10;
const LEAF_TABLE: u8 = 13;

/// A page and its number.
pub(super) type NumberedPage = (u32, Vec<u8>);

/// Reads a page by its number.
pub(super) type ReadPage<'r> = dyn FnMut(u32) -> Result<Vec<u8>> + 'r;

/// What all pages share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    page_bytes: usize,
    /// Bytes of each page that rows may use.
    usable: usize,
    first_trunk: u32,
}

impl Layout {
    /// Read from page 1.
    pub(super) fn of(first: &[u8]) -> Result<Self> {
        let header = first.get(..FILE_HEADER_BYTES).ok_or_else(|| damaged(1))?;
        let page_bytes = match u16_at(header, 16)? {
            1 => 1 << 16,
            bytes => usize::from(bytes),
        };
        let usable = page_bytes.checked_sub(usize::from(header[20])).ok_or_else(|| damaged(1))?;
        Ok(Self { page_bytes, usable, first_trunk: u32_at(header, 32)? })
    }

    fn is_lock_page(&self, number: u32) -> bool {
        number as usize == LOCK_BYTE / self.page_bytes + 1
    }

    /// Which of the wanted pages are free: those that list others, and those that are listed. The list may be as
    /// long as the largest deletion ever made, so only the wanted ones are collected.
    pub(super) fn free_pages(
        &self,
        is_wanted: &dyn Fn(u32) -> bool,
        read: &mut ReadPage<'_>,
    ) -> Result<FreePages> {
        let mut free = FreePages::default();
        let mut trunk = self.first_trunk;
        while trunk != 0 && free.trunks.insert(trunk) {
            let page = read(trunk)?;
            trunk = u32_at(&page, 0)?;
            for leaf in 0..u32_at(&page, 4)? as usize {
                let leaf = u32_at(&page, 8 + 4 * leaf)?;
                if is_wanted(leaf) {
                    free.leaves.insert(leaf);
                }
            }
        }
        Ok(free)
    }

    /// The pages that change when every byte of this page, and of the overflow chains of its rows, that belongs to no
    /// row is set to zero. Empty when all of them are zero.
    pub(super) fn scrubbed(
        &self,
        number: u32,
        free: &FreePages,
        read: &mut ReadPage<'_>,
    ) -> Result<Vec<NumberedPage>> {
        if self.is_lock_page(number) {
            return Ok(Vec::new());
        }
        let page = read(number)?;
        if free.leaves.contains(&number) {
            return Ok(changed(number, page, &[(0, self.page_bytes)]));
        }
        if free.trunks.contains(&number) {
            let listed = u32_at(&page, 4)? as usize;
            return Ok(changed(number, page, &[(8 + 4 * listed, self.usable)]));
        }
        let Some(tree) = TreePage::of(number, &page, self.usable)? else { return Ok(Vec::new()) };
        let mut result = Vec::new();
        for (first, bytes) in tree.overflows(&page)? {
            result.extend(self.scrubbed_chain(first, bytes, read)?);
        }
        result.extend(changed(number, page, &tree.unused));
        Ok(result)
    }

    /// The last page of an overflow chain, if its unused end holds anything.
    fn scrubbed_chain(
        &self,
        first: u32,
        mut bytes: usize,
        read: &mut ReadPage<'_>,
    ) -> Result<Vec<NumberedPage>> {
        let (mut number, room) = (first, self.usable - 4);
        for _ in 0..CHAIN_PAGES_MAX {
            let page = read(number)?;
            if bytes <= room {
                return Ok(changed(number, page, &[(4 + bytes, self.usable)]));
            }
            bytes -= room;
            number = u32_at(&page, 0)?;
        }
        Err(damaged(first))
    }
}

/// Numbers of free pages.
#[derive(Debug, Default)]
pub(super) struct FreePages {
    /// Pages that list free pages.
    trunks: HashSet<u32>,
    /// The listed pages.
    leaves: HashSet<u32>,
}

/// A page of a table or an index.
struct TreePage {
    kind: u8,
    usable: usize,
    cells: Vec<usize>,
    /// Ranges of bytes that belong to no row.
    unused: Vec<(usize, usize)>,
}

impl TreePage {
    /// None for a page that is part of an overflow chain.
    fn of(number: u32, page: &[u8], usable: usize) -> Result<Option<Self>> {
        let start = if number == 1 { FILE_HEADER_BYTES } else { 0 };
        let kind = *page.get(start).ok_or_else(|| damaged(number))?;
        let header_bytes = match kind {
            INTERIOR_INDEX | INTERIOR_TABLE => 12,
            LEAF_INDEX | LEAF_TABLE => 8,
            _ => return Ok(None),
        };
        let pointers = start + header_bytes;
        let count = usize::from(u16_at(page, start + 3)?);
        let content = match u16_at(page, start + 5)? {
            0 => 1 << 16,
            at => usize::from(at),
        };
        let gap = (pointers + 2 * count, content);
        if gap.0 > gap.1 || gap.1 > usable {
            return Err(damaged(number));
        }
        let mut unused = vec![gap];
        let mut block = usize::from(u16_at(page, start + 1)?);
        while block != 0 {
            let (next, bytes) = (usize::from(u16_at(page, block)?), usize::from(u16_at(page, block + 2)?));
            let is_sound = block >= content && bytes >= 4 && block + bytes <= usable;
            if !is_sound || (next != 0 && next < block + bytes) {
                return Err(damaged(number));
            }
            unused.push((block + 4, block + bytes));
            block = next;
        }
        let cell = |index: usize| Ok(usize::from(u16_at(page, pointers + 2 * index)?));
        let cells = (0..count).map(cell).collect::<Result<_>>()?;
        Ok(Some(Self { kind, usable, cells, unused }))
    }

    /// First page and bytes of each overflow chain that begins here.
    fn overflows(&self, page: &[u8]) -> Result<Vec<(u32, usize)>> {
        let mut chains = Vec::new();
        if self.kind == INTERIOR_TABLE {
            return Ok(chains);
        }
        for &cell in &self.cells {
            let mut at = if self.kind == INTERIOR_INDEX { cell + 4 } else { cell };
            let payload = usize::try_from(varint(page, &mut at)?).unwrap_or(usize::MAX);
            if self.kind == LEAF_TABLE {
                varint(page, &mut at)?;
            }
            let local = self.local(payload);
            if local < payload {
                chains.push((u32_at(page, at + local)?, payload - local));
            }
        }
        Ok(chains)
    }

    /// How much of a payload is stored on the page itself.
    fn local(&self, payload: usize) -> usize {
        let least = (self.usable - 12) * 32 / 255 - 23;
        let most =
            if self.kind == LEAF_TABLE { self.usable - 35 } else { (self.usable - 12) * 64 / 255 - 23 };
        if payload <= most {
            return payload;
        }
        let wanted = least + (payload - least) % (self.usable - 4);
        if wanted <= most { wanted } else { least }
    }
}

/// The page with these ranges set to zero, unless they are.
fn changed(number: u32, mut page: Vec<u8>, ranges: &[(usize, usize)]) -> Vec<NumberedPage> {
    let mut any = false;
    for &(from, to) in ranges {
        if let Some(bytes) = page.get_mut(from..to)
            && *bytes != ZEROS[..bytes.len()]
        {
            bytes.fill(0);
            any = true;
        }
    }
    if any { vec![(number, page)] } else { Vec::new() }
}

fn varint(page: &[u8], at: &mut usize) -> Result<u64> {
    let mut value = 0;
    for index in 0..9 {
        let byte = *page.get(*at).ok_or_else(|| damaged(0))?;
        *at += 1;
        if index == 8 {
            return Ok((value << 8) | u64::from(byte));
        }
        value = (value << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Ok(value)
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16> {
    let pair = bytes.get(at..at + 2).and_then(|pair| pair.try_into().ok());
    pair.map(u16::from_be_bytes).ok_or_else(|| damaged(0))
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32> {
    let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
    word.map(u32::from_be_bytes).ok_or_else(|| damaged(0))
}

fn damaged(page: u32) -> StoreError {
    let why = format!("page {page} of the database file is not as the format says");
    StoreError::Damaged { what: "page", why }
}
