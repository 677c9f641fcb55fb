//! How two processes recognize each other on a new connection. Sans-IO; `docs/wire/tcp.md` has the
//! layout and the argument why it is safe.
//!
//! The process that accepts begins with a [`Greeting`], which poses a challenge that nobody has
//! heard before. The one that connects has the other's card, with a challenge in it as well. It
//! says [`Hello`], which answers both and poses one of its own; the other says [`Answer`]. Both
//! prove that they know the job's secret, and neither sends it; what was heard of one connection is
//! of no use on another.

use ferry_protocol::process::ProcessId;
use hmac_sha256::HMAC;

/// Version of everything that is said on a connection. Both ends have the same.
pub const VERSION: u32 = 4;

/// Bytes of a challenge.
pub const CHALLENGE: usize = 16;
/// Bytes for the name of a host; what is longer is cut.
pub const HOST: usize = 24;
/// Bytes of a [`Greeting`].
pub const GREETING: usize = 12 + CHALLENGE;
/// Bytes of a [`Hello`].
pub const HELLO: usize = JOB_END + CHALLENGE + HOST + PROOF;
/// Bytes of an [`Answer`].
pub const ANSWER: usize = 16 + PROOF;

const PROOF: usize = 32;
/// Where the caller's job ends in a [`Hello`].
const JOB_END: usize = 32;
const MAGIC: [u8; 8] = *b"ferrytcp";

/// A number that nobody can guess, used once.
pub type Challenge = [u8; CHALLENGE];

/// Makes challenges from one random number, without asking the system for each.
#[derive(Debug)]
pub struct Challenges {
    seed: Challenge,
    made: u64,
}

impl Challenges {
    /// Those that follow from `seed`, which nobody can guess.
    pub fn new(seed: Challenge) -> Self {
        Challenges { seed, made: 0 }
    }

    /// The next one.
    pub fn make(&mut self) -> Challenge {
        self.made += 1;
        let mac = HMAC::mac(self.made.to_le_bytes(), self.seed);
        std::array::from_fn(|at| mac[at])
    }
}

/// What the processes of a job, or two processes of different jobs, have in common and nobody else
/// knows.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// The secret that the launcher has given out, as it is (32 hexadecimal digits).
    pub fn new(text: &str) -> Self {
        Secret(text.as_bytes().to_vec())
    }

    /// A number for the job that has this secret, which does not give it away.
    pub fn job(&self) -> u64 {
        self.prove(b"job", &[])[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// The secret of two processes of different jobs that have told each other their keys.
    pub fn of_keys(one: &Challenge, other: &Challenge) -> Self {
        Secret([one.min(other).as_slice(), one.max(other)].concat())
    }

    fn prove(&self, role: &[u8], said: &[&[u8]]) -> [u8; PROOF] {
        let mut mac = HMAC::new(&self.0);
        mac.update(role);
        said.iter().for_each(|bytes| mac.update(bytes));
        mac.finalize()
    }

    fn is_proof(&self, proof: &[u8], role: &[u8], said: &[&[u8]]) -> bool {
        // Takes as long wherever the first difference is.
        let differences = self.prove(role, said).iter().zip(proof).fold(0, |all, (mine, theirs)| all | (mine ^ theirs));
        proof.len() == PROOF && differences == 0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The first words on a connection, of the process that accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greeting(
    /// What the process that connects has to answer.
    pub Challenge,
);

impl Greeting {
    /// As bytes.
    pub fn encode(&self) -> [u8; GREETING] {
        let mut greeting = [0; GREETING];
        greeting[..8].copy_from_slice(&MAGIC);
        greeting[8..12].copy_from_slice(&VERSION.to_le_bytes());
        greeting[12..].copy_from_slice(&self.0);
        greeting
    }

    /// The inverse of [`Greeting::encode`].
    pub fn decode(greeting: &[u8; GREETING]) -> Result<Self, Wrong> {
        match check_magic(greeting)? {
            VERSION => Ok(Greeting(std::array::from_fn(|at| greeting[12 + at]))),
            version => Err(Wrong::Version(version)),
        }
    }
}

/// The challenges of the process that accepts: that of its card, and that of its greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posed {
    /// New for each process: what is said to one is of no use to another.
    pub card: Challenge,
    /// New for each connection: what is said on one is of no use on another.
    pub greeting: Challenge,
}

/// The words of the process that connects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The process that connects.
    pub from: ProcessId,
    /// World rank of the process that it means to reach.
    pub to: u32,
    /// Size of the caller's world.
    pub ranks: u32,
    /// What the other process has to answer.
    pub challenge: Challenge,
    /// Name of its host, of at most [`HOST`] bytes.
    pub host: String,
}

/// Why an answer was no welcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Refusal {
    /// Versions differ.
    Version = 1,
    /// The proof is wrong, or the ranks are.
    Stranger = 2,
    /// There is a connection already, or another one is preferred.
    Duplicate = 3,
    /// No descriptor is left.
    Descriptors = 4,
}

impl Refusal {
    fn of(number: u32) -> Option<Self> {
        [Refusal::Version, Refusal::Stranger, Refusal::Duplicate, Refusal::Descriptors]
            .into_iter()
            .find(|refusal| *refusal as u32 == number)
    }
}

/// The answer to a [`Hello`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The connection is open.
    Welcome,
    /// It is not; the number is the version that the other process speaks.
    Refused(Refusal, u32),
}

/// What is wrong with words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// They are not from Ferry.
    Foreign,
    /// Another version, this one.
    Version(u32),
    /// Not proven, or not meant for this process.
    Unproven,
}

impl Hello {
    /// As bytes, with the proof that answers `theirs`, the challenges of the other process.
    pub fn encode(&self, secret: &Secret, theirs: &Posed) -> [u8; HELLO] {
        let mut hello = [0; HELLO];
        hello[..8].copy_from_slice(&MAGIC);
        for (at, word) in [VERSION, self.from.rank, self.to, self.ranks].into_iter().enumerate() {
            hello[8 + 4 * at..12 + 4 * at].copy_from_slice(&word.to_le_bytes());
        }
        hello[24..JOB_END].copy_from_slice(&self.from.job.to_le_bytes());
        hello[JOB_END..][..CHALLENGE].copy_from_slice(&self.challenge);
        let host = self.host.floor_char_boundary(HOST);
        hello[JOB_END + CHALLENGE..][..host].copy_from_slice(&self.host.as_bytes()[..host]);
        let proof = secret.prove(b"connects", &[&theirs.card, &theirs.greeting, &hello[..HELLO - PROOF]]);
        hello[HELLO - PROOF..].copy_from_slice(&proof);
        hello
    }

    /// Who says he is calling, before that is proven.
    ///
    /// # Errors
    /// The words are no hello of this version.
    pub fn caller(hello: &[u8; HELLO]) -> Result<ProcessId, Wrong> {
        match check_magic(hello)? {
            VERSION => Ok(Hello::from(hello)),
            version => Err(Wrong::Version(version)),
        }
    }

    fn from(hello: &[u8; HELLO]) -> ProcessId {
        ProcessId { job: u64::from(word(hello, 28)) << 32 | u64::from(word(hello, 24)), rank: word(hello, 12) }
    }

    /// The inverse of [`Hello::encode`], at the process whose challenges are `mine`. Checks
    /// everything but who is allowed to call.
    pub fn decode(hello: &[u8; HELLO], secret: &Secret, mine: &Posed) -> Result<Self, Wrong> {
        let version = check_magic(hello)?;
        if version != VERSION {
            return Err(Wrong::Version(version));
        }
        if !secret.is_proof(&hello[HELLO - PROOF..], b"connects", &[&mine.card, &mine.greeting, &hello[..HELLO - PROOF]]) {
            return Err(Wrong::Unproven);
        }
        let mut challenge = [0; CHALLENGE];
        challenge.copy_from_slice(&hello[JOB_END..][..CHALLENGE]);
        let host = &hello[JOB_END + CHALLENGE..][..HOST];
        let end = host.iter().position(|byte| *byte == 0).unwrap_or(HOST);
        let host = String::from_utf8_lossy(&host[..end]).into_owned();
        Ok(Hello { from: Hello::from(hello), to: word(hello, 16), ranks: word(hello, 20), challenge, host })
    }
}

impl Answer {
    /// As bytes; `hello` is what is answered. A welcome proves that this process knows the secret.
    pub fn encode(&self, secret: &Secret, hello: &[u8; HELLO]) -> [u8; ANSWER] {
        let number = match self {
            Answer::Welcome => 0,
            Answer::Refused(refusal, _) => *refusal as u32,
        };
        let mut answer = [0; ANSWER];
        answer[..8].copy_from_slice(&MAGIC);
        answer[8..12].copy_from_slice(&VERSION.to_le_bytes());
        answer[12..16].copy_from_slice(&number.to_le_bytes());
        if *self == Answer::Welcome {
            let proof = secret.prove(b"accepts", &[hello, &answer[..16]]);
            answer[16..].copy_from_slice(&proof);
        }
        answer
    }

    /// The inverse of [`Answer::encode`], at the process that has said `hello`.
    pub fn decode(answer: &[u8; ANSWER], secret: &Secret, hello: &[u8; HELLO]) -> Result<Self, Wrong> {
        let version = check_magic(answer)?;
        let number = word(answer, 12);
        if let Some(refusal) = Refusal::of(number) {
            return Ok(Answer::Refused(refusal, version));
        }
        if version != VERSION {
            return Err(Wrong::Version(version));
        }
        match number == 0 && secret.is_proof(&answer[16..], b"accepts", &[hello, &answer[..16]]) {
            true => Ok(Answer::Welcome),
            false => Err(Wrong::Unproven),
        }
    }
}

fn check_magic(words: &[u8]) -> Result<u32, Wrong> {
    if words[..8] != MAGIC {
        return Err(Wrong::Foreign);
    }
    Ok(word(words, 8))
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const POSED: Posed = Posed { card: [9; CHALLENGE], greeting: [4; CHALLENGE] };

    #[test]
    fn greetings_pose_what_they_say() {
        let greeting = Greeting([3; CHALLENGE]);
        assert_eq!(Greeting::decode(&greeting.encode()), Ok(greeting));
        let mut newer = greeting.encode();
        newer[8] = 5;
        assert_eq!(Greeting::decode(&newer), Err(Wrong::Version(5)));
        assert_eq!(Greeting::decode(&[0; GREETING]), Err(Wrong::Foreign));
    }

    fn hello_of_3() -> Hello {
        Hello {
            from: ProcessId { job: 77 << 40 | 5, rank: 3 },
            to: 1,
            ranks: 4,
            challenge: [7; CHALLENGE],
            host: "node3".to_owned(),
        }
    }

    fn secret() -> Secret {
        Secret::new("0123456789abcdef0123456789abcdef")
    }

    #[test]
    fn those_who_know_the_secret_recognize_each_other() {
        let hello = hello_of_3().encode(&secret(), &POSED);
        assert_eq!(Hello::decode(&hello, &secret(), &POSED), Ok(hello_of_3()));
        assert_eq!(Hello::caller(&hello), Ok(hello_of_3().from));
        let welcome = Answer::Welcome.encode(&secret(), &hello);
        assert_eq!(Answer::decode(&welcome, &secret(), &hello), Ok(Answer::Welcome));
    }

    #[test]
    fn keys_make_the_same_secret_at_both_ends() {
        let (one, other) = ([1; CHALLENGE], [2; CHALLENGE]);
        assert!(secret().job() == secret().job() && secret().job() != Secret::new("0").job());
        let hello = hello_of_3().encode(&Secret::of_keys(&one, &other), &POSED);
        assert!(Hello::decode(&hello, &Secret::of_keys(&other, &one), &POSED).is_ok());
        assert_eq!(Hello::decode(&hello, &Secret::of_keys(&one, &one), &POSED), Err(Wrong::Unproven));
    }

    #[test]
    fn challenges_differ() {
        let (mut one, mut other) = (Challenges::new([1; CHALLENGE]), Challenges::new([2; CHALLENGE]));
        let made: std::collections::HashSet<_> = (0..100).flat_map(|_| [one.make(), other.make()]).collect();
        assert_eq!(made.len(), 200);
    }

    #[test]
    fn another_secret_and_another_challenge_are_found_out() {
        let other = Secret::new("fedcba9876543210fedcba9876543210");
        let hello = hello_of_3().encode(&secret(), &POSED);
        assert_eq!(Hello::decode(&hello, &other, &POSED), Err(Wrong::Unproven));
        let elsewhere = Posed { card: [8; CHALLENGE], ..POSED };
        assert_eq!(Hello::decode(&hello, &secret(), &elsewhere), Err(Wrong::Unproven), "said to another process");
        let later = Posed { greeting: [8; CHALLENGE], ..POSED };
        assert_eq!(Hello::decode(&hello, &secret(), &later), Err(Wrong::Unproven), "said on another connection");
        let welcome = Answer::Welcome.encode(&other, &hello);
        assert_eq!(Answer::decode(&welcome, &secret(), &hello), Err(Wrong::Unproven));
        let again = Hello { challenge: [8; CHALLENGE], ..hello_of_3() }.encode(&secret(), &POSED);
        let old = Answer::Welcome.encode(&secret(), &hello);
        assert_eq!(Answer::decode(&old, &secret(), &again), Err(Wrong::Unproven), "a welcome is not used twice");
    }

    #[test]
    fn a_proof_of_one_role_is_none_of_the_other() {
        let said = &[&b"a"[..], &b"b"[..]];
        assert!(secret().is_proof(&secret().prove(b"accepts", said), b"accepts", said));
        assert!(!secret().is_proof(&secret().prove(b"connects", said), b"accepts", said));
    }

    #[test]
    fn refusals_say_why_and_versions_differ_in_words() {
        let hello = hello_of_3().encode(&secret(), &POSED);
        for refusal in [Refusal::Version, Refusal::Stranger, Refusal::Duplicate, Refusal::Descriptors] {
            let refused = Answer::Refused(refusal, VERSION);
            assert_eq!(Answer::decode(&refused.encode(&secret(), &hello), &secret(), &hello), Ok(refused));
        }
        let mut newer = hello;
        newer[8] = 5;
        assert_eq!(Hello::decode(&newer, &secret(), &POSED), Err(Wrong::Version(5)));
    }

    proptest! {
        #[test]
        fn a_hello_with_any_bit_changed_is_refused(byte in 0..HELLO, bit in 0..8u8) {
            let mut hello = hello_of_3().encode(&secret(), &POSED);
            hello[byte] ^= 1 << bit;
            prop_assert!(Hello::decode(&hello, &secret(), &POSED).is_err());
        }

        #[test]
        fn a_welcome_with_any_bit_changed_is_none(byte in 0..ANSWER, bit in 0..8u8) {
            let hello = hello_of_3().encode(&secret(), &POSED);
            let mut answer = Answer::Welcome.encode(&secret(), &hello);
            answer[byte] ^= 1 << bit;
            prop_assert_ne!(Answer::decode(&answer, &secret(), &hello), Ok(Answer::Welcome));
        }

        #[test]
        fn garbage_is_foreign(bytes in proptest::array::uniform32(any::<u8>())) {
            let mut hello = [0; HELLO];
            hello[..32].copy_from_slice(&bytes);
            prop_assume!(hello[..8] != MAGIC);
            prop_assert_eq!(Hello::decode(&hello, &secret(), &POSED), Err(Wrong::Foreign));
        }
    }
}
