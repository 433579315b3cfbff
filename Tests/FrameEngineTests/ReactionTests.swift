import FrameGeometry
import FrameKit
import TestSupport
import Testing

/// `on` blocks: when they run, which variables they see, and which layers they edit.
@Suite struct ReactionTests {
  @Test("A `changed` block replaces the built-in edit, and other blocks add to it")
  func replacing() throws {
    let replaced = try play("on pan changed { rotate 1deg }\npan 30,0 steps 4")
    // One event is `began`, and three are `changed`.
    expectTrue(
      isClose(try replaced.transform(), AffineTransform(rotation: Angle(degrees: 3)).numbersForTests))
    let added = try play("on pan ended { rotate 90deg }\npan 30,0 steps 4")
    expectTrue(isClose(try added.transform(), [0, 1, -1, 0, 30, 0]))
    let once = try play("let n = 0\non pan { let n = ($n + 1) }\npan 30,0 steps 4\npan 30,0\nexpect $n 2")
    expectTrue(isClose(try once.transform(), [1, 0, 0, 1, 60, 0]))
  }

  @Test("Changes since the last event add up to the total")
  func values() throws {
    _ = try play(
      """
      canvas 400,400
      layer photo image at 100,100 size 200,200
      rotate 90deg
      let f = 1 ; let r = 0 ; let sx = 0 ; let sy = 0
      on pan began { let sx = ($sx + $dx) ; let sy = ($sy + $dy) }
      on pan changed { let sx = ($sx + $dx) ; let sy = ($sy + $dy) ; expect $total_dx $sx ~1e-9 }
      on pinch began { let f = ($f * $scale) }
      on pinch changed { let f = ($f * $scale) ; expect $total_scale $f ~1e-9 }
      on rotation began { let r = ($r + $rotation) }
      on rotation changed { let r = ($r + $rotation) }
      pan 40,20 steps 7
      expect $sx 40 ; expect $sy 20
      pinch 3 steps 7 at 200,150
      expect $f 3
      twist 400deg steps 50
      expect $r 400
      """)
  }

  @Test("A tap's location is given in the layer and in its parent")
  func tapPlace() throws {
    _ = try play(
      """
      canvas 400,400
      layer photo image at 100,100 size 200,200
      rotate 90deg
      recognize tap
      let in = "" ; let out = "" ; let who = "" ; let how = ""
      on tap { let in = "${x:.3},${y:.3}" ; let out = "$px,$py" ; let who = "$layer" ; let how = "$state" }
      tap 250,120
      expect $in "20.000,50.000"
      expect $out "250,120"
      expect $who "photo"
      expect $how "recognized"
      """)
  }

  @Test("A block edits the gesture's layer, and keeps the current layer unless it selects one")
  func current() throws {
    let two = """
      canvas 300,300
      layer a image at 0,0 size 150,300
      layer b image at 150,0 size 150,300
      recognize tap on a ; recognize tap on b

      """
    let edits = try play(two + "on tap { rotate 90deg }\ntap 10,10\nexpect selected b\nscale 2")
    expectTrue(isClose(try edits.transform("a"), [0, 1, -1, 0, 0, 0]))
    expectTrue(isClose(try edits.transform("b"), [2, 0, 0, 2, 0, 0]))
    _ = try play(
      two + "on tap { select $layer }\ntap 10,10\nexpect selected a\ntap 200,10\nexpect selected b")
  }

  @Test("A block sees the variables where it is declared, and changes the script's own")
  func closures() throws {
    _ = try play(
      """
      canvas 300,100
      let hits = 0
      repeat 3 as i {
        layer cell$i image at ($i * 100),0 size 100,100
        recognize tap on cell$i as tap$i
        on tap$i { mark cell$i toggle ; let hits = ($hits * 10 + $i + 1) }
      }
      tap 250,50 ; tap 50,50 ; tap 150,50 ; tap 50,50
      expect $marked 2
      expect marked cell2 ; expect marked cell1
      expect $hits 3121
      """)
  }

  @Test("The velocity of a pan is a vector in the parent's axes") func velocityVector() throws {
    _ = try play(
      """
      canvas 400,400
      group g { layer photo image at 100,100 size 200,200 }
      rotate 90deg
      select photo
      set velocity.mix 0
      let vx = 0 ; let vy = 0 ; let v = 0
      on pan ended { let vx = $velocity_x ; let vy = $velocity_y ; let v = $velocity }
      drag 150,150 to 180,150 over 300ms steps 10
      expect $vx 0 ~1e-6 ; expect $vy -100 ~1e-6 ; expect $v 100 ~1e-6
      """)
  }

  @Test("A `let` of a gesture's value that hides a variable outside is an error") func hiddenVariable() throws
  {
    let start = "recognize tap\nlet hit = 1\n"
    try expectEqual(
      complaint(of: start + "on tap { let hit = \"x\" }\ntap 9,9"),
      "3: 'let hit' would set the gesture's value in this block, not the variable '$hit' outside it")
    try expectTrue(
      complaint(of: "recognize tap\nif 1 { let x = 1 ; on tap { let x = 2 } }\ntap 9,9").hasPrefix(
        "2: 'let x'"))
    // Without a variable outside, the block's own value is set.
    _ = try play("recognize tap\nlet n = 0\non tap { let x = 5 ; let n = $x }\ntap 9,9\nexpect $n 5")
    // Outside of blocks, the name is an ordinary one.
    _ = try play("let hit = 1\nlet hit = 2\nexpect $hit 2")
  }

  @Test("A swipe reports its direction and velocity")
  func measures() throws {
    _ = try play(
      """
      preset none
      recognize swipe-left
      let way = "" ; let speed = 0
      on swipe-left { let way = "$direction" ; let speed = $velocity }
      swipe left from 250,150 over 100ms
      expect $way "left"
      expect $speed 1000 ~1e-6
      """)
  }

  @Test("`recognize` replaces the preset's recognizer, under another name")
  func renaming() throws {
    let played = try play(
      "recognize pan as drag\ndrag 100,100 to 150,100\nexpect drag ended\nexpect pinch failed")
    expectTrue(!played.transitions.contains("pan ended"))
    // The preset's rules for pinch and rotation also apply to the recognizer that replaces pinch.
    _ = try play(
      "recognize pinch as zoom\ntwo-finger 100,150 200,150 to 150,100 150,260\nexpect zoom ended\nexpect rotation ended"
    )
  }

  @Test("A preset replaces recognizers, relations and settings")
  func preset() throws {
    _ = try play("set pan.slop 100\npreset frameit\ndrag 100,100 to 150,100\nexpect pan ended")
    try expectTrue(
      complaint(of: "preset pickview\npreset none\nexpect tap ended").hasPrefix(
        "3: there is no recognizer"))
  }
}

/// Menus and dialogs.
@Suite struct DialogTests {
  static let menu = "menu m \"Edit\" { item \"Turn\" { rotate 90deg } ; cancel \"Cancel\" { scale 2 } }\n"

  @Test("A choice runs its item, and a menu without a choice runs its cancel item")
  func menu() throws {
    expectTrue(isClose(try play(Self.menu + "open m\nchoose \"Turn\"").transform(), [0, 1, -1, 0, 0, 0]))
    expectTrue(isClose(try play(Self.menu + "open m").transform(), [2, 0, 0, 2, 0, 0]))
    expectTrue(isClose(try play(Self.menu).transform(), [1, 0, 0, 1, 0, 0]))
  }

  @Test("The effects of an unanswered menu's cancel item are not lost")
  func chains() throws {
    let menus = "menu a \"A\" { cancel \"x\" { open b } }\nmenu b \"B\" { cancel \"y\" { scale 2 } }\n"
    let other = "menu c \"C\" { cancel \"z\" { rotate 90deg } }\n"
    expectTrue(isClose(try play(menus + other + "open a ; open c").transform(), [0, 2, -2, 0, 0, 0]))
    let late = "menu m \"M\" { cancel \"x\" { touch 1 down 100,100 @1s ; touch 1 move 150,100 @2s } }\nopen m"
    expectTrue(isClose(try play(late).transform(), [1, 0, 0, 1, 40, 0]))
  }

  @Test("Opening an open menu does nothing, and opening another leaves the first unanswered")
  func open() throws {
    let twice = try play(Self.menu + "open m ; open m\nchoose \"Turn\"")
    expectEqual(twice.result.record.dialogs.count, 2)
    let other = try play(Self.menu + "menu n \"N\" { cancel \"Cancel\" }\nopen m ; open n")
    expectTrue(isClose(try other.transform(), [2, 0, 0, 2, 0, 0]))
  }

  @Test("A dialog without a choice runs its first item")
  func dialog() throws {
    let text = "dialog \"Done\" message \"Well\" { item \"Ok\" { rotate 90deg } ; item \"No\" { scale 3 } }\n"
    expectTrue(isClose(try play(text).transform(), [0, 1, -1, 0, 0, 0]))
    let played = try play(text + "choose \"No\"\nsay \"$width wide\"")
    expectTrue(isClose(try played.transform(), [3, 0, 0, 3, 0, 0]))
    expectEqual(
      played.result.record.dialogs.map(\.message.text),
      [
        "dialog \"Done\" \"Well\": \"Ok\" \"No\"", "\"No\" was chosen in \"Done\"", "300 wide",
      ])
  }
}
