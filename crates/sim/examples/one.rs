fn main(){ let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap(); let mut w = sim::Walk::new(seed); for _ in 0..40 { if let Err(e)=w.step(){println!("{e}");break;} } 
 for s in &w.steps {println!("{s:?}");} println!("{:?}", w.rest_told()); }
