//! Writes the boxes of an AVIF: the list of its items, where their data lies, what they refer to and which properties they have
//! (ISO/IEC 14496-12, section 8.11, and 23008-12).

use crate::EngineError;
use std::borrow::Cow;

/// One entry of the file: an image, its transparency, or a block of metadata.
pub(super) struct Item<'a> {
    pub(super) id: u32,
    pub(super) kind: [u8; 4],
    pub(super) name: Cow<'a, str>,
    /// The media type of a `mime` item.
    pub(super) content_type: Option<Cow<'a, str>>,
    pub(super) hidden: bool,
    /// Numbers of its properties from 1 on, and whether a reader must know them.
    pub(super) properties: Vec<(u16, bool)>,
    pub(super) data: Cow<'a, [u8]>,
}

/// `from` says something about `to`.
pub(super) struct Reference {
    pub(super) kind: [u8; 4],
    pub(super) from: u32,
    pub(super) to: Vec<u32>,
}

/// All that a file is made of.
pub(super) struct Contents<'a> {
    /// The boxes before the description, whole: `ftyp`.
    pub(super) before: Vec<u8>,
    pub(super) primary: u32,
    pub(super) items: Vec<Item<'a>>,
    pub(super) references: Vec<Reference>,
    /// The content of `ipco`.
    pub(super) properties: Vec<u8>,
    /// Further boxes of the description, whole.
    pub(super) more: Vec<u8>,
    /// Boxes after the data, whole.
    pub(super) after: Vec<u8>,
}

/// A box of some parts.
pub(super) fn boxed(kind: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut out = Vec::with_capacity(length);
    out.extend((length as u32).to_be_bytes());
    out.extend_from_slice(kind);
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out
}

/// A box with a version and flags.
pub(super) fn full_box(kind: &[u8; 4], version: u8, flags: u8, parts: &[&[u8]]) -> Vec<u8> {
    boxed(kind, &[&[version, 0, 0, flags], &parts.concat()])
}

impl Contents<'_> {
    /// The file: description first, so that a reader knows the size at once.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, EngineError> {
        let too_large = || EngineError::too_large("the AVIF exceeds 4 GB");
        let data: usize = self.items.iter().map(|item| item.data.len()).sum();
        // Offsets have a fixed length: the description is as long with them as without.
        let start = self.before.len() + self.description(0).len() + 8;
        let end = u32::try_from(start + data).map_err(|_| too_large())?;
        let mut out = Vec::with_capacity(end as usize + self.after.len());
        out.extend_from_slice(&self.before);
        out.extend(self.description(start as u32));
        out.extend((data as u32 + 8).to_be_bytes());
        out.extend_from_slice(b"mdat");
        self.items.iter().for_each(|item| out.extend_from_slice(&item.data));
        out.extend_from_slice(&self.after);
        Ok(out)
    }

    fn description(&self, start: u32) -> Vec<u8> {
        let handler = full_box(b"hdlr", 0, 0, &[&[0; 4], b"pict", &[0; 13]]);
        let primary = match u16::try_from(self.primary) {
            Ok(id) => full_box(b"pitm", 0, 0, &[&id.to_be_bytes()]),
            Err(_) => full_box(b"pitm", 1, 0, &[&self.primary.to_be_bytes()]),
        };
        let parts = [
            handler,
            primary,
            self.locations(start),
            self.infos(),
            self.reference_box(),
            boxed(b"iprp", &[&boxed(b"ipco", &[&self.properties]), &self.associations()]),
            self.more.clone(),
        ];
        full_box(b"meta", 0, 0, &[&parts.concat()])
    }

    /// Long numbers only where an item has one.
    fn is_long(&self) -> bool {
        self.items.iter().any(|item| item.id > u32::from(u16::MAX))
    }

    fn id(&self, id: u32) -> Vec<u8> {
        if self.is_long() { id.to_be_bytes().to_vec() } else { (id as u16).to_be_bytes().to_vec() }
    }

    fn locations(&self, mut at: u32) -> Vec<u8> {
        let long = self.is_long();
        // Offsets and lengths of four bytes, no base.
        let mut out = vec![0x44, 0];
        out.extend(self.id(self.items.len() as u32));
        for item in &self.items {
            out.extend(self.id(item.id));
            // The second version says how the data is found: in the file.
            out.extend_from_slice(if long { &[0, 0][..] } else { &[] });
            out.extend_from_slice(&[0, 0, 0, 1]);
            out.extend(at.to_be_bytes());
            out.extend((item.data.len() as u32).to_be_bytes());
            at += item.data.len() as u32;
        }
        full_box(b"iloc", if long { 2 } else { 0 }, 0, &[&out])
    }

    fn infos(&self) -> Vec<u8> {
        let long = self.is_long();
        let mut out = (self.items.len() as u16).to_be_bytes().to_vec();
        for item in &self.items {
            let content_type =
                item.content_type.iter().flat_map(|kind| kind.bytes().chain([0])).collect::<Vec<_>>();
            let parts: [&[u8]; 6] =
                [&self.id(item.id), &[0, 0], &item.kind, item.name.as_bytes(), &[0], &content_type];
            out.extend(full_box(b"infe", if long { 3 } else { 2 }, u8::from(item.hidden), &parts));
        }
        full_box(b"iinf", 0, 0, &[&out])
    }

    fn reference_box(&self) -> Vec<u8> {
        if self.references.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for Reference { kind, from, to } in &self.references {
            let to_ids: Vec<u8> = to.iter().flat_map(|id| self.id(*id)).collect();
            out.extend(boxed(kind, &[&self.id(*from), &(to.len() as u16).to_be_bytes(), &to_ids]));
        }
        full_box(b"iref", u8::from(self.is_long()), 0, &[&out])
    }

    fn associations(&self) -> Vec<u8> {
        let with = || self.items.iter().filter(|item| !item.properties.is_empty());
        let wide = with().flat_map(|item| &item.properties).any(|(number, _)| *number > 127);
        let mut out = (with().count() as u32).to_be_bytes().to_vec();
        for item in with() {
            out.extend(self.id(item.id));
            out.push(item.properties.len() as u8);
            for &(number, essential) in &item.properties {
                let wide_number = number | if essential { 0x8000 } else { 0 };
                let number = number as u8 | if essential { 0x80 } else { 0 };
                if wide { out.extend(wide_number.to_be_bytes()) } else { out.push(number) }
            }
        }
        full_box(b"ipma", u8::from(self.is_long()), u8::from(wide), &[&out])
    }
}
